/** Choice of the workloads that count; it is in the address. */
import { Checkbox, Text } from "@mantine/core";
import type { Ranking, RankingChoice } from "@/api/rankings";
import { rankings as words } from "@/messages/rankings";
import classes from "./ranking.module.css";

interface WorkloadChoiceProps {
  ranking: Ranking;
  choice: RankingChoice;
  change: (choice: RankingChoice) => void;
}

export function WorkloadChoice({ ranking, choice, change }: WorkloadChoiceProps) {
  const without = choice.without ?? [];
  const toggle = (key: string, counts: boolean) => {
    const next = counts ? without.filter((other) => other !== key) : [...without, key];
    change({ ...choice, without: next.length > 0 ? next : undefined });
  };
  return (
    <>
      <Text c="dimmed" mb={8}>
        {words.workloadsHint}
      </Text>
      <div className={classes.choices}>
        {ranking.workloads.map(({ key, label, metric_label, chosen, counted }) => (
          <Checkbox
            key={key}
            label={label}
            description={chosen && !counted ? `${metric_label}, ${words.notCounted}` : metric_label}
            checked={chosen}
            onChange={({ currentTarget }) => toggle(key, currentTarget.checked)}
          />
        ))}
      </div>
    </>
  );
}
