/** Gives a configuration the name people know it by; an empty one gives it back the name it was filed under. */
import { Button, Group, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { nameConfiguration } from "@/api/configurations";
import { useApi } from "@/api/context";
import type { Configuration } from "@/api/types";
import { fieldErrors } from "@/components/field-errors";
import { ErrorNotice } from "@/components/notice";
import { Overtaken, overtakenFields, useSeen } from "@/components/overtaken";
import { configuration as words } from "@/messages/configurations";
import { overtaken as overtakenWords } from "@/messages/overtaken";

const LONGEST = 200;

export function NameForm({ configuration }: { configuration: Configuration }) {
  const api = useApi();
  const queryClient = useQueryClient();
  const { overtaken, withBefore, begin, takeUp } = useSeen(configuration);
  const form = useForm({ initialValues: { name: configuration.name } });
  const reread = () => queryClient.invalidateQueries({ queryKey: ["configurations"] });
  const save = useMutation({
    mutationFn: (name: string) =>
      nameConfiguration(api, configuration.number, withBefore({ name: name.trim() || null })),
    onSuccess: (changed) => {
      form.setValues({ name: changed.name });
      begin(changed);
      return reread();
    },
    onError: async (refusal) => {
      form.setErrors(fieldErrors(refusal));
      if (overtakenFields(refusal).length > 0) await reread();
      takeUp(refusal);
    },
  });
  return (
    <form onSubmit={form.onSubmit(({ name }) => save.mutate(name))} noValidate>
      <Group gap={8} align="flex-end">
        <TextInput
          label={words.name}
          description={configuration.derived_name === null ? undefined : words.foundName(configuration.derived_name)}
          maxLength={LONGEST}
          w={400}
          maw="100%"
          {...form.getInputProps("name")}
        />
        <Button type="submit" variant="default" loading={save.isPending}>
          {words.saveName}
        </Button>
      </Group>
      {overtaken.length > 0 && (
        <Overtaken currentValues={[{ label: words.name, text: configuration.name }]} hint={overtakenWords.hintHere} />
      )}
      {save.error && overtakenFields(save.error).length === 0 && <ErrorNotice error={save.error} />}
    </form>
  );
}
