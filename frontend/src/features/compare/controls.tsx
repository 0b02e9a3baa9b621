/** What a reader may choose about the whole comparison; all of it is in the address. */
import { Button, Group, SegmentedControl, Select, Switch, Text } from "@mantine/core";
import { SERIES_METRICS } from "@/api/runs";
import { METRICS } from "@/lib/metrics";
import { compare as words } from "@/messages/compare";
import { type CompareChoice, type CompareView, NUMBERS } from "./choice";

export interface ControlsProps extends CompareChoice {
  /** What is shown, also where nobody chose. */
  view: CompareView;
  /** Whether some of the runs repeat others; null while that is not known. */
  poolable: boolean | null;
  change: (choice: Partial<CompareChoice>) => void;
}

export function Controls({ metric, view, numbers, pooled, poolable, change }: ControlsProps) {
  const swapped = metric === "iops" ? "throughput_bytes_per_s" : metric === "throughput_bytes_per_s" ? "iops" : null;
  return (
    <Group gap={16} align="flex-end">
      <SegmentedControl
        aria-label={words.view}
        data={[
          { value: "curve", label: words.views.curve },
          { value: "sweep", label: words.views.sweep },
        ]}
        value={view}
        onChange={(next) => change({ view: next === "sweep" ? "sweep" : "curve" })}
      />
      <Select
        label={words.metric}
        data={SERIES_METRICS.map((value) => ({ value, label: METRICS[value].label }))}
        value={metric}
        onChange={(value) => change({ metric: value ?? undefined })}
        allowDeselect={false}
        w={220}
      />
      {swapped && (
        <Button variant="default" onClick={() => change({ metric: swapped })}>
          {swapped === "iops" ? words.toIops : words.toThroughput}
        </Button>
      )}
      <SegmentedControl
        aria-label={words.numbers}
        data={NUMBERS.map((value) => ({ value, label: words.numbersOf[value] }))}
        value={numbers}
        onChange={(next) => change({ numbers: NUMBERS.find((value) => value === next) })}
      />
      <div>
        <Switch
          label={words.pooled}
          checked={pooled}
          disabled={!pooled && poolable === false}
          onChange={({ currentTarget }) => change({ pooled: currentTarget.checked })}
        />
        <Text size="sm" c="dimmed" maw={420}>
          {poolable === false && !pooled ? words.noRepeats : words.pooledDetail}
        </Text>
      </div>
    </Group>
  );
}
