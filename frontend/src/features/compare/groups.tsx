/** The charts: one for all entries that did the same work, another for each group that did other work, and why. */
import { Text, Title } from "@mantine/core";
import type { Comparison } from "@/api/comparison";
import type { Run } from "@/api/types";
import { Notice } from "@/components/notice";
import { compare as words } from "@/messages/compare";
import type { CompareChoice, StretchChoice } from "./choice";
import classes from "./compare.module.css";
import { CompareCurves } from "./compare-curves";
import { CompareSweeps } from "./compare-sweeps";
import { chosenRun, drawnName, type ShownEntry } from "./view-model";

export interface GroupsProps extends CompareChoice, StretchChoice {
  comparison: Comparison;
  entries: readonly ShownEntry[];
  runs: readonly Run[];
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
        <Group comparison={comparison} members={members} alone={!several} {...props} />
      </div>
    );
  });
}

interface GroupProps extends Omit<GroupsProps, "entries"> {
  members: readonly ShownEntry[];
  /** Whether there is no other group, whose charts would have the same titles. */
  alone: boolean;
}

function Group(props: GroupProps) {
  const { comparison, members, alone, runs, metric, view, log, sweep, change } = props;
  // A chart of one entry has nothing to name after a factor.
  const by = members.length > 1 ? comparison.factors.by : null;
  if (view === "sweep") {
    return (
      <CompareSweeps
        entries={members}
        metric={metric}
        baseline={comparison.baseline}
        choices={sweep}
        choose={(choices) => change({ sweep: choices })}
      />
    );
  }
  const drawn = members.flatMap((entry) =>
    entry.runs.flatMap(({ number }, place) => {
      const run = runs.find((other) => other.number === number);
      return run ? [{ run, entry, place }] : [];
    }),
  );
  const together = members.some((entry) => entry.runs.length > 1);
  return (
    <>
      {together && <Text c="dimmed">{words.curvesOfRuns}</Text>}
      <CompareCurves
        runs={drawn.map(({ run }) => run)}
        chosen={drawn.map(({ entry, run, place }) => ({
          ...chosenRun(entry),
          number: run.number,
          name: drawnName(entry.runs.length > 1 ? `${entry.label} (${run.number})` : entry.label, entry.runs[place]),
        }))}
        metric={metric}
        by={by}
        of={alone ? null : drawn.map(({ run }) => run.number).join(", ")}
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
