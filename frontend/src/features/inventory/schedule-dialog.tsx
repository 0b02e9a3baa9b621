/** Changes how often the lab checks the health of a server by itself. */
import { Button, Group, Stack, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useApi } from "@/api/context";
import { scheduleHealthChecks } from "@/api/health-checks";
import type { Server } from "@/api/types";
import { Dialog } from "@/components/dialog";
import { fieldErrors } from "@/components/field-errors";
import { ErrorNotice } from "@/components/notice";
import { Overtaken, overtakenFields, useSeen } from "@/components/overtaken";
import { healthChecks as words } from "@/messages/health-checks";

const MAX_HOURS = 8784;

export function ScheduleDialog({ server, close }: { server: Server; close: () => void }) {
  const api = useApi();
  const queryClient = useQueryClient();
  const form = useForm({
    initialValues: { health_check_hours: String(server.health_check_hours ?? "") },
    validate: { health_check_hours: mistake },
  });
  const { overtaken, withBefore, takeUp } = useSeen(server);
  const reread = () => queryClient.invalidateQueries({ queryKey: ["servers"] });
  const save = useMutation({
    mutationFn: (typed: string) =>
      scheduleHealthChecks(api, server.number, withBefore({ health_check_hours: typed === "" ? null : Number(typed) })),
    onSuccess: async () => {
      await reread();
      close();
    },
    onError: async (refusal) => {
      form.setErrors(fieldErrors(refusal));
      if (overtakenFields(refusal).length > 0) await reread();
      takeUp(refusal);
    },
  });
  return (
    <Dialog onClose={close} title={words.changeTitle} closeButtonProps={{ "aria-label": words.keep }}>
      <form onSubmit={form.onSubmit(({ health_check_hours }) => save.mutate(health_check_hours.trim()))} noValidate>
        <Stack gap={16}>
          <TextInput
            label={words.hours}
            description={words.hoursHint}
            inputMode="numeric"
            autoComplete="off"
            data-autofocus
            {...form.getInputProps("health_check_hours")}
          />
          {overtaken.length > 0 && (
            <Overtaken
              currentValues={[{ label: words.hours, text: String(server.health_check_hours ?? words.noSchedule) }]}
            />
          )}
          {save.error && overtakenFields(save.error).length === 0 && <ErrorNotice error={save.error} />}
          <Group justify="flex-end" gap={8}>
            <Button variant="default" onClick={close}>
              {words.keep}
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

function mistake(text: string): string | null {
  const typed = text.trim();
  const isRight = /^[1-9]\d{0,3}$/.test(typed) && Number(typed) <= MAX_HOURS;
  return typed === "" || isRight ? null : words.hoursWrong;
}
