/** Zooming without a pointer: the beginning and the end of a span as elapsed times. */
import { Button, Group, Modal, Stack, TextInput } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { readMoment, writeElapsed } from "@/lib/elapsed";
import { figure } from "@/messages/figure";
import type { Extent, TimeRange } from "./zoom";

const words = figure.dialog;

interface ZoomDialogProps {
  /** Whole extent of the chart, and its current section. */
  extent: Extent;
  range: TimeRange | null;
  onApply: (range: TimeRange) => void;
  onClose: () => void;
}

export function ZoomDialog({ extent: [first, last], range, onApply, onClose }: ZoomDialogProps) {
  const [from, setFrom] = useState(writeElapsed(Math.ceil(range?.from ?? first)));
  const [to, setTo] = useState(writeElapsed(Math.floor(range?.to ?? last)));
  const [sent, setSent] = useState(false);
  const [begin, end] = [readMoment(from), readMoment(to)];
  const isOrdered = begin !== null && end !== null && begin < end;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setSent(true);
    if (isOrdered) onApply({ from: Math.max(begin, Math.ceil(first)), to: Math.min(end, Math.floor(last)) });
  };
  return (
    <Modal opened onClose={onClose} title={words.title} size={380}>
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <Group grow align="flex-start">
            <TextInput
              label={words.from}
              description={words.hint}
              value={from}
              onChange={({ currentTarget }) => setFrom(currentTarget.value)}
              error={sent && begin === null && words.wrong}
              data-autofocus
            />
            <TextInput
              label={words.to}
              description={words.hint}
              value={to}
              onChange={({ currentTarget }) => setTo(currentTarget.value)}
              error={sent && (end === null ? words.wrong : begin !== null && !isOrdered && words.order)}
            />
          </Group>
          <Group justify="flex-end" gap="sm">
            <Button variant="default" onClick={onClose}>
              {words.cancel}
            </Button>
            <Button type="submit">{words.apply}</Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
