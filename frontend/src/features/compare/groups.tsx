/** The charts: one for all entries that did the same work, another for each group that did other work, and why. */
import { Text, Title } from "@mantine/core";
import type { Comparison } from "@/api/comparison";
import { drawnName } from "@/charts/compared/entries";
import type { ChosenRun } from "@/charts/queue-depth/curves";
import { Notice } from "@/components/notice";
import { compare as words } from "@/messages/compare";
import type { CompareChoice, CompareView, StretchChoice } from "./choice";
import classes from "./compare.module.css";
import { CompareCurves } from "./compare-curves";
import { CompareSweeps } from "./compare-sweeps";
import { sharedChart } from "./prefetch";
import { chosenRun, type ShownEntry } from "./view-model";

export interface GroupsProps extends CompareChoice, StretchChoice {
  comparison: Comparison;
  entries: readonly ShownEntry[];
  /** What is shown, also where nobody chose. */
  view: CompareView;
  change: (choice: Partial<CompareChoice>) => void;
}

export function Groups({ comparison, entries, ...props }: GroupsProps) {
  const shown = entries.filter((entry) => entry.shown);
  if (shown.length === 0) return <Text c="dimmed">{words.allHidden}</Text>;
  const several = comparison.groups.length > 1;
  return comparison.groups.map(({ entries: keys, reason }) => {
    const members = shown.filter(({ key }) => keys.includes(key));
    if (members.length === 0) return null;
    return (
      <div key={keys.join(" ")} className={classes.group}>
        {several && <Title order={3}>{words.ofGroup(members.map(({ label }) => label).join(", "))}</Title>}
        {reason && (
          <Notice level="warn" title={words.apart}>
            {reason}
          </Notice>
        )}
        <Group comparison={comparison} keys={keys} members={members} alone={!several} {...props} />
      </div>
    );
  });
}

interface GroupProps extends Omit<GroupsProps, "entries"> {
  /** Of all entries of the group. */
  keys: readonly string[];
  /** Those that are shown. */
  members: readonly ShownEntry[];
  /** Whether there is no other group, whose charts would have the same titles. */
  alone: boolean;
}

function Group(props: GroupProps) {
  const { comparison, keys, members, alone, hidden, metric, view, log, sweep, change } = props;
  // A chart of one entry has nothing to name after a factor.
  const by = members.length > 1 ? comparison.factors.by : null;
  if (view === "sweep") {
    return (
      <CompareSweeps
        entries={members}
        metric={metric}
        baseline={comparison.baseline}
        numbers={props.numbers}
        choices={sweep}
        choose={(choices) => change({ sweep: choices })}
      />
    );
  }
  const chart = sharedChart(comparison, keys, hidden);
  const chosen = chart.runs.flatMap(({ number, entry }) => {
    const member = members.find(({ key }) => key === entry);
    return member ? [curveOf(member, number)] : [];
  });
  const together = members.some((entry) => entry.runs.length > 1);
  return (
    <>
      {together && <Text c="dimmed">{words.curvesOfRuns}</Text>}
      <CompareCurves
        comparison={comparison}
        chart={chart}
        chosen={chosen}
        metric={metric}
        numbers={props.numbers}
        by={by}
        of={alone ? null : chosen.map(({ number }) => number).join(", ")}
        log={log}
        setLog={(next) => change({ log: next })}
        arrangement={sweep.arrangement}
        onArrangement={(arrangement) => change({ sweep: { ...sweep, arrangement } })}
        useStretch={props.useStretch}
        chooseStretch={props.chooseStretch}
      />
    </>
  );
}

/** How the chart knows the curve of one run of an entry. */
function curveOf(entry: ShownEntry, number: string): ChosenRun {
  const name = entry.runs.length > 1 ? `${entry.label} (${number})` : entry.label;
  const run = entry.runs.find((each) => each.number === number);
  return { ...chosenRun(entry), number, name: drawnName(name, run) };
}
