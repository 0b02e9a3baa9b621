/** Dialog for the position and text of a note. */
import { Button, Group, Select, Stack, Textarea, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useMutation } from "@tanstack/react-query";
import type { SeriesMetric } from "@/api/runs";
import type { NewRunNote } from "@/api/types";
import { Dialog } from "@/components/dialog";
import { fieldErrors } from "@/components/field-errors";
import { ErrorNotice } from "@/components/notice";
import { Overtaken, overtakenFields } from "@/components/overtaken";
import { readElapsed, writeElapsed } from "@/lib/elapsed";
import { SERIES_METRICS } from "@/lib/generated/metric-table";
import { METRICS } from "@/lib/metrics";
import { notes as words } from "@/messages/notes";

const ALL = "all";

export interface NoteDraft {
  from_ms: number;
  to_ms: number | null;
  metric: SeriesMetric | null;
  text: string;
}

interface NoteDialogProps {
  title: string;
  draft: NoteDraft;
  /** Store the note; the dialog closes when the promise resolves. */
  save: (note: NewRunNote) => Promise<unknown>;
  /** Present text of the note, if another user changed it meanwhile. */
  overtakenBy?: string | null;
  close: () => void;
}

interface Fields {
  from_ms: string;
  to_ms: string;
  metric: string;
  text: string;
}

function noteOf({ from_ms, to_ms, metric, text }: Fields): NewRunNote {
  return {
    from_ms: readElapsed(from_ms) ?? 0,
    to_ms: to_ms.trim() === "" ? null : readElapsed(to_ms),
    metric: SERIES_METRICS.find((candidate) => candidate === metric) ?? null,
    text: text.trim(),
  };
}

function wrongEnd(end: string, { from_ms }: Fields): string | null {
  if (end.trim() === "") return null;
  const [from, to] = [readElapsed(from_ms), readElapsed(end)];
  if (to === null) return words.wrongTime;
  return from !== null && to <= from ? words.wrongOrder : null;
}

export function NoteDialog({ title, draft, save, overtakenBy = null, close }: NoteDialogProps) {
  const form = useForm<Fields>({
    initialValues: {
      from_ms: writeElapsed(draft.from_ms),
      to_ms: draft.to_ms === null ? "" : writeElapsed(draft.to_ms),
      metric: draft.metric ?? ALL,
      text: draft.text,
    },
    validate: {
      from_ms: (value) => (readElapsed(value) === null ? words.wrongTime : null),
      to_ms: wrongEnd,
      text: (value) => (value.trim() === "" ? words.textMissing : null),
    },
  });
  const { mutate, isPending, error } = useMutation({
    mutationFn: (fields: Fields) => save(noteOf(fields)),
    onSuccess: close,
    onError: (refusal) => form.setErrors(fieldErrors(refusal)),
  });
  return (
    <Dialog onClose={close} title={title} closeButtonProps={{ "aria-label": words.cancel }}>
      <form onSubmit={form.onSubmit((fields) => mutate(fields))} noValidate>
        <Stack gap={16}>
          <Textarea
            label={words.text}
            description={words.textHint}
            required
            rows={4}
            maxLength={2000}
            data-autofocus
            {...form.getInputProps("text")}
          />
          <Group grow align="flex-start" gap={8}>
            <TextInput
              label={words.from}
              description={words.timeHint}
              required
              autoComplete="off"
              {...form.getInputProps("from_ms")}
            />
            <TextInput
              label={words.to}
              description={words.toHint}
              autoComplete="off"
              {...form.getInputProps("to_ms")}
            />
          </Group>
          <Select
            label={words.metric}
            data={[
              { value: ALL, label: words.allMetrics },
              ...SERIES_METRICS.map((metric) => ({ value: metric, label: METRICS[metric].label })),
            ]}
            allowDeselect={false}
            {...form.getInputProps("metric")}
          />
          {overtakenBy !== null && <Overtaken currentValues={[{ label: words.text, text: overtakenBy }]} />}
          {error && overtakenFields(error).length === 0 && <ErrorNotice error={error} />}
          <Group justify="flex-end" gap={8}>
            <Button variant="default" onClick={close}>
              {words.cancel}
            </Button>
            <Button type="submit" loading={isPending}>
              {words.save}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
