/** The phases of a run as the rows of its Gantt chart: a loop is one row, and so are neighbours where there are many. */
import type { Phase } from "@/api/types";
import type { PhaseBar, PhaseRow } from "@/charts/phases/rows";
import { stretchesOf } from "@/components/phase-rounds";
import { messages, word } from "@/messages";
import { run as words } from "@/messages/run";

/** More rows than this are no strip any more. */
const MAX_ROWS = 24;

const bar = ({ ordinal, name, kind, state, t0_ms, t1_ms, planned_seconds }: Phase): PhaseBar => ({
  ordinal,
  name,
  kind,
  state,
  word: word(messages.states, state),
  t0_ms,
  t1_ms,
  planned_ms: planned_seconds === null ? null : planned_seconds * 1000,
});

export function phaseRows(phases: readonly Phase[]): PhaseRow[] {
  const stretches = stretchesOf(phases);
  const alone = stretches.flatMap((stretch) => (stretch.loop === null ? stretch.phases : []));
  const fold = alone.length + stretches.filter(({ loop }) => loop !== null).length > MAX_ROWS;
  return stretches.flatMap((stretch): PhaseRow[] => {
    if (stretch.loop === null) return fold ? folded(stretch.phases) : stretch.phases.map(rowOf);
    const rounds = stretch.rounds;
    const cells = Math.max(...rounds.map(({ phases: own }) => own.length));
    return [
      {
        label: messages.rounds.loop(stretch.loop, rounds[0]?.round ?? 1, rounds.at(-1)?.round ?? 1, cells),
        bars: rounds.flatMap(({ phases: own }) => own.map(bar)),
      },
    ];
  });
}

const rowOf = (phase: Phase): PhaseRow => ({ label: `${phase.ordinal}. ${phase.name}`, bars: [bar(phase)] });

/** Neighbours of one kind and group as one row. */
function folded(phases: readonly Phase[]): PhaseRow[] {
  const rows: { key: string; phases: Phase[] }[] = [];
  for (const phase of phases) {
    const key = `${phase.kind} ${phase.group ?? ""}`;
    const last = rows.at(-1);
    if (last?.key === key) last.phases.push(phase);
    else rows.push({ key, phases: [phase] });
  }
  return rows.flatMap(({ phases: own }): PhaseRow[] => {
    const [first, ...others] = own;
    if (!first) return [];
    if (others.length === 0) return [rowOf(first)];
    return [{ label: words.foldedPhases(first.group ?? first.kind, own.length), bars: own.map(bar) }];
  });
}
