/** Who is ahead by how much, by a stated rule, and the figures at every workload in common. */
import { Text } from "@mantine/core";
import type { Comparison } from "@/api/comparison";
import { type Column, DataTable } from "@/components/data-table";
import { METRICS, type MetricName } from "@/lib/metrics";
import { compare as words } from "@/messages/compare";
import type { Numbers } from "./choice";
import classes from "./compare.module.css";
import { figureText } from "./numbers";
import type { ShownEntry } from "./view-model";

export interface VerdictsProps {
  comparison: Comparison;
  entries: readonly ShownEntry[];
  numbers: Numbers;
}

export function Verdicts({ comparison, entries, numbers }: VerdictsProps) {
  const { verdicts, rule, points, label } = comparison;
  const baseline = entries.find(({ isBaseline }) => isBaseline)?.label ?? "";
  return (
    <>
      <ul className={classes.verdicts}>
        {verdicts.map(({ entry, sentence, better, spread }) => (
          <li key={entry}>
            {sentence} {better !== null && <strong>{better ? words.better : words.worse}</strong>}
            {spread && <small>{spread}</small>}
          </li>
        ))}
      </ul>
      <details className={classes.disclosure}>
        <summary>{words.rule}</summary>
        <Text>{rule}</Text>
      </details>
      {points.length > 0 && (
        <details className={classes.disclosure}>
          <summary>{words.points(label)}</summary>
          <DataTable
            caption={words.pointsCaption(label, baseline)}
            columns={columnsOf(comparison, entries, numbers)}
            rows={points}
            rowKey={({ workload }) => workload}
            minWidth={260 + 150 * entries.length}
            long
          />
        </details>
      )}
    </>
  );
}

type Point = Comparison["points"][number];

function columnsOf({ metric }: Comparison, entries: readonly ShownEntry[], numbers: Numbers): readonly Column<Point>[] {
  const drawn = METRICS[metric as MetricName];
  const base = entries.findIndex(({ isBaseline }) => isBaseline);
  return [
    { key: "workload", title: words.workload, wrap: true, cell: ({ workload }) => workload },
    ...entries.map(
      ({ key, label, isBaseline }, place): Column<Point> => ({
        key,
        title: isBaseline ? `${label} (${words.baselineWord})` : label,
        numeric: true,
        cell: ({ cells }) => {
          const cell = cells[place];
          if (!cell) return null;
          // The baseline stays what it is: a column of zeros says nothing.
          const shown = isBaseline ? "absolute" : numbers;
          const held = shown === "absolute" ? undefined : cells[base];
          const approximate = cell.approximate || (held?.approximate ?? false);
          const estimated = cell.estimated || (held?.estimated ?? false);
          return (
            <>
              {figureText({ ...cell, approximate, estimated }, drawn, shown)}
              {cell.n > 1 && <small className={classes.muted}> {words.count(cell.n)}</small>}
              {cell.low !== null && cell.high !== null && (
                <small className={classes.muted}>
                  {" "}
                  {words.range(drawn.format(cell.low, { digits: 4 }), drawn.format(cell.high, { digits: 4 }))}
                </small>
              )}
            </>
          );
        },
      }),
    ),
  ];
}
