/** What is asked of each axis, as fields: the same as dragging along it. */
import { Button, Group, NumberInput } from "@mantine/core";
import { fieldUnit } from "@/charts/parallel/candidates";
import type { Range, Ranges } from "@/charts/parallel/option";
import type { MetricName } from "@/lib/metrics";
import { explore as words } from "@/messages/explore";

export interface RangeFieldsProps {
  axes: readonly MetricName[];
  ranges: Ranges;
  ask: (ranges: Ranges) => void;
}

const OPEN: Range = { from: null, to: null };

export function RangeFields({ axes, ranges, ask }: RangeFieldsProps) {
  const asked = axes.some((name) => ranges[name] !== undefined);
  return (
    <Group gap={16} align="flex-end">
      {axes.map((name) => {
        const { factor, label } = fieldUnit(name);
        const range = ranges[name] ?? OPEN;
        const field = (end: keyof Range, title: string) => (
          <NumberInput
            key={end}
            label={title}
            // Six digits are more than any figure has, and hide what a factor leaves behind the comma.
            value={range[end] === null ? "" : Number((range[end] / factor).toPrecision(6))}
            onChange={(typed) => {
              const value = typeof typed === "number" ? typed * factor : null;
              ask({ ...ranges, [name]: { ...range, [end]: value } });
            }}
            min={0}
            thousandSeparator=","
            w={190}
          />
        );
        return (
          <Group key={name} gap={8} align="flex-end">
            {field("from", words.from(label))}
            {field("to", words.to(label))}
          </Group>
        );
      })}
      <Button variant="default" disabled={!asked} onClick={() => ask({})}>
        {words.reset}
      </Button>
    </Group>
  );
}
