/** Dialog for a time and a reason: a maintenance window or a reservation. Times are in the zone of the browser. */
import { Button, Group, Stack, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { NewServerWindow } from "@/api/types";
import { Dialog } from "@/components/dialog";
import { fieldErrors } from "@/components/field-errors";
import { ErrorNotice } from "@/components/notice";
import { serverCare as words } from "@/messages/server-care";

interface Fields {
  starts_at: string;
  ends_at: string;
  reason: string;
}

export interface WindowDialogProps {
  title: string;
  submitLabel: string;
  /** Longest accepted duration, and the text about a longer one. */
  longest?: { days: number; words: string };
  /** Hours from now that the end is offered at. */
  offeredHours?: number;
  add: (window: Omit<NewServerWindow, "kind">) => Promise<unknown>;
  close: () => void;
}

export function WindowDialog({ title, submitLabel, longest, offeredHours, add: store, close }: WindowDialogProps) {
  const queryClient = useQueryClient();
  const form = useForm<Fields>({
    initialValues: { starts_at: "", ends_at: offeredHours ? localTime(offeredHours) : "", reason: "" },
    validate: (fields) => mistakes(fields, longest),
  });
  const add = useMutation({
    mutationFn: ({ starts_at, ends_at, reason }: Fields) =>
      store({
        starts_at: starts_at ? moment(starts_at) : null,
        ends_at: moment(ends_at),
        reason: reason.trim(),
      }),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: ["servers"] });
      close();
    },
    onError: (error) => form.setErrors(fieldErrors(error)),
  });
  return (
    <Dialog onClose={close} title={title} closeButtonProps={{ "aria-label": words.windowKeep }}>
      <form onSubmit={form.onSubmit((fields) => add.mutate(fields))} noValidate>
        <Stack gap={16}>
          <TextInput
            type="datetime-local"
            label={words.windowStarts}
            description={words.windowStartsHint}
            {...form.getInputProps("starts_at")}
          />
          <TextInput type="datetime-local" label={words.windowEnds} required {...form.getInputProps("ends_at")} />
          <TextInput
            label={words.reason}
            required
            maxLength={500}
            autoComplete="off"
            data-autofocus={offeredHours ? true : undefined}
            {...form.getInputProps("reason")}
          />
          {add.error && <ErrorNotice error={add.error} />}
          <Group justify="flex-end" gap={8}>
            <Button variant="default" onClick={close}>
              {words.windowKeep}
            </Button>
            <Button type="submit" loading={add.isPending}>
              {submitLabel}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}

/** Convert the value of a local time field to a moment with its zone. */
function moment(local: string): string {
  return new Date(local).toISOString();
}

/** Return the moment in `hours` hours as a value for a local time field. */
function localTime(hours: number): string {
  const at = new Date(Date.now() + hours * HOUR_MS);
  return new Date(at.getTime() - at.getTimezoneOffset() * MINUTE_MS).toISOString().slice(0, 16);
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

function mistakes({ starts_at, ends_at, reason }: Fields, longest: WindowDialogProps["longest"]) {
  const ends = ends_at ? Date.parse(ends_at) : null;
  const starts = starts_at ? Date.parse(starts_at) : Date.now();
  return { ends_at: endMistake(starts, ends, longest), reason: reason.trim() ? null : words.reasonMissing };
}

function endMistake(starts: number, ends: number | null, longest: WindowDialogProps["longest"]): string | null {
  if (ends === null) return words.windowEndsMissing;
  if (ends <= starts) return words.windowEndsWrong;
  return longest && ends - starts > longest.days * DAY_MS ? longest.words : null;
}
