/** One of a few views or modes, side by side. */
import { SegmentedControl } from "@mantine/core";

export interface SegmentedProps<Value extends string> {
  /** Names the choice for those who hear it. */
  label: string;
  options: readonly { value: Value; label: string }[];
  value: Value;
  change: (value: Value) => void;
}

export function Segmented<Value extends string>({ label, options, value, change }: SegmentedProps<Value>) {
  return (
    <SegmentedControl
      aria-label={label}
      data={options.map((option) => ({ ...option }))}
      value={value}
      onChange={(chosen) => change(chosen as Value)}
      size="xs"
      withItemsBorders={false}
    />
  );
}
