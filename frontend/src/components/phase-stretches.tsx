/** Many phases as one page bears them: loops folded, and the rounds of a loop folded in them. */
import { Fragment, type ReactNode } from "react";
import { messages } from "@/messages";
import { LazyDetails } from "./lazy-details";
import {
  countStates,
  type PlacedPhase,
  type Round,
  type RoundState,
  roundState,
  type Stretch,
  stretchesOf,
} from "./phase-rounds";
import classes from "./phase-stretches.module.css";

const words = messages.rounds;

export interface PhaseStretchesProps<Of> {
  phases: readonly Of[];
  /** The table of some of them; `place` names the round, or the part behind a loop, and is null before the first. */
  table: (phases: readonly Of[], place: string | null) => ReactNode;
  /** Outcome of a phase; a plan has none. */
  stateOf?: (phase: Of) => string;
  /** Every phase, where `phases` are only some of them: the outcome of a round depends on all of its phases. */
  every?: readonly Of[];
  /** Further remark of a loop or a round on its phases. */
  remark?: (phases: readonly Of[]) => string;
}

export function PhaseStretches<Of extends PlacedPhase>(props: PhaseStretchesProps<Of>) {
  const { phases, table, stateOf, every, remark } = props;
  const stateOfRound = ({ round, phases: own }: Round<Of>) => {
    if (!stateOf) return [];
    const loop = own[0]?.loop;
    const whole = every?.filter((phase) => phase.loop === loop && phase.round === round) ?? own;
    return [roundState(whole.map(stateOf))];
  };
  const summary = (rounds: readonly Round<Of>[], title: string) => {
    const states = countStates(rounds.flatMap(stateOfRound));
    const all = rounds.flatMap(({ phases: own }) => own);
    return words.summary(title, [
      ...states.map(([state, count]) => stateText(state, count, rounds.length)),
      ...(remark ? [remark(all)] : []),
    ]);
  };
  const show = (stretch: Stretch<Of>, index: number, all: readonly Stretch<Of>[]) => {
    if (stretch.loop === null) {
      const before = all[index - 1]?.loop ?? null;
      const place = before === null ? null : words.after(before);
      return <Fragment key={`after ${before}`}>{table(stretch.phases, place)}</Fragment>;
    }
    const { loop, rounds } = stretch;
    const cells = Math.max(...rounds.map(({ phases: own }) => own.length));
    return (
      <LazyDetails
        key={`loop ${loop}`}
        summary={summary(rounds, words.loop(loop, rounds[0]?.round ?? 1, rounds.at(-1)?.round ?? 1, cells))}
      >
        {() =>
          rounds.map((round) => (
            <LazyDetails key={round.round} summary={summary([round], words.round(round.round))}>
              {() => table(round.phases, words.place(loop, round.round))}
            </LazyDetails>
          ))
        }
      </LazyDetails>
    );
  };
  return <div className={classes.stretches}>{stretchesOf(phases).map(show)}</div>;
}

function stateText(state: RoundState, count: number, rounds: number): string {
  return rounds === 1 ? words.states[state] : words.counted(count, words.states[state]);
}
