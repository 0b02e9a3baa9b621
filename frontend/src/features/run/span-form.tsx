/** Form for the span of a phase, as an alternative to dragging on the chart. */
import { Button, Group, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useEffect } from "react";
import { readElapsed, writeElapsed } from "@/lib/elapsed";
import { overTime as words } from "@/messages/latency-over-time";
import type { Span } from "./latency-choice";

interface SpanFormProps {
  /** Null is the whole phase. */
  span: Span | null;
  /** End of the phase, in ms. */
  end: number;
  choose: (span: Span | null) => void;
}

interface Fields {
  from: string;
  to: string;
}

export function SpanForm({ span, end, choose }: SpanFormProps) {
  const [from, to] = [writeElapsed(span?.from ?? 0), writeElapsed(span?.to ?? end)];
  const form = useForm<Fields>({
    initialValues: { from, to },
    validate: {
      from: (value) => wrongBegin(value, end),
      to: (value, values) => wrongEnd(value, values.from),
    },
  });
  const { setValues } = form;
  // The span may have been chosen on the chart.
  useEffect(() => setValues({ from, to }), [setValues, from, to]);
  const submit = (fields: Fields) => choose({ from: readElapsed(fields.from) ?? 0, to: readElapsed(fields.to) ?? end });
  return (
    <form onSubmit={form.onSubmit(submit)} noValidate>
      <Group gap={8} align="flex-start">
        <TextInput
          label={words.from}
          description={words.timeHint}
          inputWrapperOrder={["label", "input", "description", "error"]}
          autoComplete="off"
          w={150}
          {...form.getInputProps("from")}
        />
        <TextInput
          label={words.to}
          description={words.timeHint}
          inputWrapperOrder={["label", "input", "description", "error"]}
          autoComplete="off"
          w={150}
          {...form.getInputProps("to")}
        />
        <Group gap={8} mt={24}>
          <Button type="submit" variant="default">
            {words.show}
          </Button>
          <Button variant="subtle" disabled={span === null} onClick={() => choose(null)}>
            {words.showAll}
          </Button>
        </Group>
      </Group>
    </form>
  );
}

function wrongBegin(text: string, end: number): string | null {
  const from = readElapsed(text);
  if (from === null) return words.wrongTime;
  return from >= end ? words.beyond(writeElapsed(end)) : null;
}

function wrongEnd(text: string, begin: string): string | null {
  const [from, to] = [readElapsed(begin), readElapsed(text)];
  if (to === null) return words.wrongTime;
  return from !== null && to <= from ? words.wrongOrder : null;
}
