/** Metrics that the tables and the default charts of a page have, among those that its runs have. */
import { Checkbox, Select } from "@mantine/core";
import type { AvailableShareOptions } from "@/api/shares";
import { shareEditor as words } from "@/messages/shares";
import classes from "./share-editor.module.css";

export interface MetricChoiceProps {
  offer: Pick<AvailableShareOptions, "metrics" | "max_metrics">;
  /** Names of the chosen metrics, the main one first. */
  choose: (names: readonly string[]) => void;
}

export function MetricChoice({ offer: { metrics, max_metrics: max }, choose }: MetricChoiceProps) {
  const selected = metrics.filter((metric) => metric.selected).map(({ name }) => name);
  const options = (names: readonly string[]) =>
    metrics.filter(({ name }) => names.includes(name)).map(({ name, label }) => ({ value: name, label }));
  if (metrics.length === 0) return <p className={classes.hint}>{words.allMetrics}</p>;
  if (max <= 1) {
    return (
      <Select
        label={words.metric}
        data={options(metrics.map(({ name }) => name))}
        value={selected[0] ?? null}
        onChange={(name) => name && choose([name])}
        allowDeselect={false}
      />
    );
  }
  const toggle = (name: string, isOn: boolean) =>
    choose(isOn ? [...selected, name] : selected.filter((own) => own !== name));
  return (
    <>
      <Checkbox.Group label={words.metrics} value={selected}>
        <ul className={classes.list}>
          {metrics.map(({ name, label, selected: isOn }) => (
            <li key={name}>
              <Checkbox
                value={name}
                label={label}
                checked={isOn}
                disabled={isOn ? selected.length === 1 : selected.length >= max}
                onChange={({ currentTarget }) => toggle(name, currentTarget.checked)}
              />
            </li>
          ))}
        </ul>
      </Checkbox.Group>
      <Select
        label={words.mainMetric}
        description={words.mainMetricHint}
        data={options(selected)}
        value={selected[0] ?? null}
        onChange={(name) => name && choose([name, ...selected.filter((own) => own !== name)])}
        allowDeselect={false}
        disabled={selected.length < 2}
      />
    </>
  );
}
