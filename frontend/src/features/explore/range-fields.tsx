/** What is asked of each axis, as fields in the unit of the axis: the same as dragging along it. */
import { Button, Group, NumberInput } from "@mantine/core";
import { useEffect, useRef, useState } from "react";
import {
  axisScaleOf,
  axisTitleOf,
  completeLines,
  type ParallelData,
  type Range,
  type Ranges,
} from "@/charts/parallel/option";
import { METRICS } from "@/lib/metrics";
import { explore as words } from "@/messages/explore";

export interface RangeFieldsProps {
  data: ParallelData;
  ask: (ranges: Ranges) => void;
}

const OPEN: Range = { from: null, to: null };

export function RangeFields({ data, ask }: RangeFieldsProps) {
  const { axes, ranges } = data;
  const drawn = completeLines(data);
  const asked = axes.some((name) => ranges[name] !== undefined);
  return (
    <Group gap={16} align="flex-end">
      {axes.map((name) => {
        const { unit, factor } = axisScaleOf(name, drawn);
        const label = axisTitleOf(METRICS[name], unit);
        const range = ranges[name] ?? OPEN;
        const field = (end: keyof Range, title: string) => (
          <EndField
            label={title}
            value={range[end]}
            factor={factor}
            change={(value) => ask({ ...ranges, [name]: { ...range, [end]: value } })}
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

interface EndFieldProps {
  label: string;
  /** In base units, `factor` of which are one of the field's unit; null is open. */
  value: number | null;
  factor: number;
  change: (value: number | null) => void;
}

/** While somebody types the text stays as it is typed: "2." on the way to "2.5" is no number to be written anew. */
function EndField({ label, value, factor, change }: EndFieldProps) {
  // Six digits are more than any figure has, and hide what a factor leaves behind the comma.
  const present = value === null ? "" : Number((value / factor).toPrecision(6));
  const [typed, setTyped] = useState<number | string>(present);
  const isTyping = useRef(false);
  useEffect(() => {
    if (!isTyping.current) setTyped(present);
  }, [present]);
  return (
    <NumberInput
      label={label}
      value={typed}
      onFocus={() => {
        isTyping.current = true;
      }}
      onBlur={() => {
        isTyping.current = false;
        setTyped(present);
      }}
      onChange={(next) => {
        setTyped(next);
        change(baseValue(next, factor));
      }}
      min={0}
      thousandSeparator=","
      w={190}
    />
  );
}

/** What was typed in base units, without the digits that multiplying leaves behind; null where it is no number. */
function baseValue(typed: number | string, factor: number): number | null {
  const number = typed === "" ? Number.NaN : Number(typed);
  return Number.isFinite(number) ? Number((number * factor).toPrecision(12)) : null;
}
