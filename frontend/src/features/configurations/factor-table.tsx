/** The factors of two configurations in one table: what differs, what is unknown, and what is the same, folded. */
import { IconChevronDown } from "@tabler/icons-react";
import { METRICS, type MetricName } from "@/lib/metrics";
import { messages } from "@/messages";
import { diff as words } from "@/messages/configurations";
import { Card } from "@/parts/card";
import { Segmented } from "@/parts/segmented";
import type { DiffChoice, DiffShown } from "./choice";
import classes from "./configurations.module.css";
import { FACTOR_STATES, type FactorLine, type FactorState } from "./factor-rows";

export interface FactorTableProps {
  lines: Record<FactorState, readonly FactorLine[]>;
  names: readonly [a: string, b: string];
  /** At which workload the effects are; null where the two share none. */
  effectWorkload: string | null;
  metric: MetricName;
  /** All unless one state. */
  show: DiffShown | undefined;
  isUnfolded: boolean;
  change: (choice: DiffChoice) => void;
}

const COLUMN_COUNT = 4;
const SHOWN_DIFFERENT = ["differs", "follows"] as const;
const SHOWN = [...SHOWN_DIFFERENT, "unknown"] as const;

export function FactorTable({ lines, names, effectWorkload, metric, show, isUnfolded, change }: FactorTableProps) {
  const count = FACTOR_STATES.reduce((sum, state) => sum + lines[state].length, 0);
  const groups = show === undefined ? SHOWN : show === "unknown" ? ([show] as const) : SHOWN_DIFFERENT;
  return (
    <Card
      title={words.factors}
      note={words.factorsNote}
      aside={
        <Segmented
          label={words.show}
          options={[
            { value: "all", label: words.all(count) },
            { value: "differs", label: words.differs(lines.differs.length) },
            { value: "unknown", label: words.unknown(lines.unknown.length) },
          ]}
          value={show ?? "all"}
          change={(chosen) => change({ show: chosen === "all" ? undefined : chosen })}
        />
      }
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways has to be reached by keyboard. */}
      <section className={classes.factors} tabIndex={0} aria-label={words.tableRegion}>
        <table>
          <caption className="visually-hidden">{words.factors}</caption>
          <thead>
            <tr>
              <th scope="col">{words.columns.factor}</th>
              <th scope="col">{names[0]}</th>
              <th scope="col">{names[1]}</th>
              <th scope="col">
                {effectWorkload === null
                  ? words.columns.effect
                  : words.columns.effectAt(METRICS[metric].label, effectWorkload)}
              </th>
            </tr>
          </thead>
          {groups.map(
            (state) =>
              lines[state].length > 0 && (
                <tbody key={state}>
                  <tr className={classes.group}>
                    <th colSpan={COLUMN_COUNT} scope="rowgroup">
                      {words.heads[state](lines[state].length)}
                    </th>
                  </tr>
                  {lines[state].map((line) => (
                    <tr key={line.key} data-state={state}>
                      <th scope="row" dir="auto">
                        {line.label}
                      </th>
                      <td dir="auto">
                        <Value text={line.a} applies={line.applies[0]} />
                      </td>
                      <td dir="auto">
                        <Value text={line.b} applies={line.applies[1]} />
                      </td>
                      <td>{line.effect}</td>
                    </tr>
                  ))}
                </tbody>
              ),
          )}
          {show === undefined && lines.same.length > 0 && (
            <tbody>
              <tr className={classes.group}>
                <th colSpan={COLUMN_COUNT} scope="rowgroup">
                  <button
                    type="button"
                    className={classes.fold}
                    aria-expanded={isUnfolded}
                    onClick={() => change({ same: isUnfolded ? undefined : true })}
                  >
                    <IconChevronDown size={14} stroke={1.75} aria-hidden="true" />
                    {words.heads.same(lines.same.length)}
                  </button>
                </th>
              </tr>
            </tbody>
          )}
        </table>
      </section>
      {show === undefined && isUnfolded && (
        <dl className={classes.same}>
          {lines.same.map(({ key, label, a }) => (
            <div key={key}>
              <dt dir="auto">{label}</dt>
              <dd dir="auto">{a ?? words.none}</dd>
            </div>
          ))}
        </dl>
      )}
    </Card>
  );
}

function Value({ text, applies }: { text: string | null; applies: boolean }) {
  if (text !== null) return text;
  return applies ? <span className={classes.unknown}>{messages.unknown}</span> : words.none;
}
