/** Where many curves share a chart: one chart of all, or a panel for each. */
import { Group, SegmentedControl, Text } from "@mantine/core";
import { charts as words } from "@/messages/charts";
import { ARRANGEMENTS, type Arrangement } from "./arrangement";

export interface ArrangeProps {
  title: string;
  count: number;
  apart: boolean;
  choose: (arrangement: Arrangement) => void;
}

export function Arrange({ title, count, apart, choose }: ArrangeProps) {
  return (
    <Group gap="sm">
      <SegmentedControl
        size="xs"
        aria-label={words.arrangement(title)}
        data={ARRANGEMENTS.map((value) => ({ value, label: words.arrangements[value] }))}
        value={apart ? "apart" : "one"}
        onChange={(value) => choose(value === "apart" ? "apart" : "one")}
      />
      {!apart && <Text c="dimmed">{words.crowded(count)}</Text>}
    </Group>
  );
}
