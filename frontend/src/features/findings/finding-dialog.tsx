/** Writes a finding, or changes one. */
import { Button, Group, Select, SimpleGrid, Stack, Textarea, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useApi } from "@/api/context";
import { changeFinding, findingsKey, writeFinding } from "@/api/findings";
import type { Finding } from "@/api/types";
import { Dialog } from "@/components/dialog";
import { fieldErrors } from "@/components/field-errors";
import { ErrorNotice } from "@/components/notice";
import { Overtaken, overtakenFields, useSeen } from "@/components/overtaken";
import { findings } from "@/messages/findings";
import {
  contentOf,
  type FindingContent,
  type FindingForm,
  findingChangesOf,
  findingFormOf,
  findingMistakes,
  newFindingOf,
} from "./finding-form";

const words = findings.form;
const RELATIONS = Object.entries(findings.relations).map(([value, label]) => ({ value, label }));
const STRENGTHS = (["clear", "stated", "slight"] as const).map((value) => ({
  value,
  label: findings.strengths[value],
}));
const NOTHING = {} as FindingContent;
/** Fields side by side begin at one height. */
const ORDER = ["label", "input", "description", "error"] as const;

export function FindingDialog({ finding, close }: { finding: Finding | null; close: () => void }) {
  const api = useApi();
  const queryClient = useQueryClient();
  const content = finding && contentOf(finding);
  const { seen, overtaken, withBefore, takeUp } = useSeen<FindingContent>(content ?? NOTHING);
  const form = useForm<FindingForm>({ initialValues: findingFormOf(content), validate: findingMistakes });
  const save = useMutation({
    mutationFn: (typed: FindingForm) =>
      finding
        ? changeFinding(api, finding.number, withBefore(findingChangesOf(seen, typed)))
        : writeFinding(api, { ...newFindingOf(typed), origin: "written" }),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: findingsKey });
      close();
    },
    onError: async (refusal) => {
      form.setErrors(fieldErrors(refusal));
      if (overtakenFields(refusal).length > 0) await queryClient.invalidateQueries({ queryKey: findingsKey });
      takeUp(refusal);
    },
  });
  const toFirstMistake = (mistakes: Record<string, unknown>) =>
    form.getInputNode(Object.keys(mistakes)[0] ?? "")?.focus();
  const text = { autoComplete: "off", maxLength: 300, inputWrapperOrder: [...ORDER] };
  const field = (name: keyof FindingForm & keyof typeof words) => ({
    label: words[name] as string,
    ...text,
    ...form.getInputProps(name),
  });
  return (
    <Dialog
      onClose={close}
      size="lg"
      title={finding ? words.editTitle(finding.number) : words.writeTitle}
      closeButtonProps={{ "aria-label": findings.close }}
    >
      <form onSubmit={form.onSubmit((typed) => save.mutate(typed), toFirstMistake)} noValidate>
        <Stack gap={16}>
          <TextInput description={words.subjectHint} required data-autofocus {...field("subject")} />
          <SimpleGrid cols={{ base: 1, xs: 2 }} spacing={16}>
            <Select
              label={words.relation}
              data={RELATIONS}
              allowDeselect={false}
              searchable
              {...form.getInputProps("relation")}
            />
            <TextInput {...field("object")} />
            <TextInput inputMode="decimal" {...field("value")} />
            <TextInput description={words.unitHint} {...field("unit")} />
            <TextInput {...field("test")} />
            <TextInput label={words.level} {...text} {...form.getInputProps("raid_level")} />
            <TextInput {...field("state")} />
            <Select label={words.strength} data={STRENGTHS} allowDeselect={false} {...form.getInputProps("strength")} />
          </SimpleGrid>
          <TextInput description={words.workloadHint} {...field("workload")} />
          <SimpleGrid cols={{ base: 1, xs: 2 }} spacing={16}>
            <TextInput
              label={words.subjectRuns}
              description={words.runsHint}
              {...text}
              {...form.getInputProps("subject_runs")}
            />
            <TextInput
              label={words.objectRuns}
              description={words.runsHint}
              {...text}
              {...form.getInputProps("object_runs")}
            />
            <TextInput label={words.source} {...text} {...form.getInputProps("source_title")} />
            <TextInput {...field("place")} />
          </SimpleGrid>
          <Textarea label={words.note} rows={3} maxLength={2000} {...form.getInputProps("note")} />
          {finding && overtaken.length > 0 && (
            <Overtaken
              currentValues={overtaken.map((name) => ({
                label: name,
                text: JSON.stringify(contentOf(finding)[name]),
              }))}
            />
          )}
          {save.error && overtakenFields(save.error).length === 0 && <ErrorNotice error={save.error} />}
          <Group justify="flex-end" gap={8}>
            <Button variant="default" onClick={close}>
              {findings.keep}
            </Button>
            <Button type="submit" loading={save.isPending}>
              {words.save}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
