/** One of a few views or modes, side by side. */
import { Center, SegmentedControl } from "@mantine/core";
import type { Icon } from "@tabler/icons-react";

export interface SegmentedProps<Value extends string> {
  /** Names the choice for those who hear it. */
  label: string;
  /** An icon is shown in place of its word. */
  options: readonly { value: Value; label: string; icon?: Icon }[];
  value: Value;
  change: (value: Value) => void;
}

export function Segmented<Value extends string>({ label, options, value, change }: SegmentedProps<Value>) {
  return (
    <SegmentedControl
      aria-label={label}
      data={options.map(({ value: own, label: word, icon: Drawn }) => ({
        value: own,
        label: Drawn ? (
          <Center title={word}>
            <Drawn size={14} stroke={1.75} aria-hidden="true" />
            <span className="visually-hidden">{word}</span>
          </Center>
        ) : (
          word
        ),
      }))}
      value={value}
      onChange={(chosen) => change(chosen as Value)}
      size="xs"
      withItemsBorders={false}
    />
  );
}
