/** The phases of a plan step by step, and every one of them on request. */
import type { ProfileDetail, Run } from "@/api/types";
import { LazyDetails } from "@/components/lazy-details";
import { phaseSteps } from "@/components/plan-steps";
import { shortSpan } from "@/lib/short-times";
import { messages } from "@/messages";
import { plan as words } from "@/messages/profiles";
import { Card } from "@/parts/card";
import { measuredSteps, type StepOfPhases } from "./placed-steps";
import { PlanView } from "./plan-view";
import { endText } from "./profile-text";
import classes from "./profiles.module.css";

export function PhasesCard({ profile, run }: { profile: ProfileDetail; run: Run | undefined }) {
  const { phases, version, name } = profile;
  const steps = phaseSteps(phases);
  const isOfThis = run?.profile?.name === name && run.profile.version === version;
  const took = new Map(
    (isOfThis && run ? measuredSteps(steps, run) : []).map(({ step, from_ms, to_ms }) => [
      step,
      (to_ms - from_ms) / 1000,
    ]),
  );
  return (
    <Card title={words.phasesTitle} note={words.phases(phases.length)}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls has to be reachable by keyboard. */}
      <section className={classes.scroller} tabIndex={0} aria-label={messages.scrollTable(words.caption)}>
        <table className={classes.table}>
          <caption className="visually-hidden">{words.caption}</caption>
          <thead>
            <tr>
              <th scope="col">{words.columns.number}</th>
              <th scope="col">{words.columns.phase}</th>
              <th scope="col">{words.columns.load}</th>
              <th scope="col">{words.columns.threads}</th>
              <th scope="col">{words.columns.ends}</th>
              <th scope="col" data-numeric="">
                {words.columns.typical}
              </th>
            </tr>
          </thead>
          <tbody>
            {steps.map((entry) => (
              <StepRow key={entry.phases[0]?.ordinal} {...entry} seconds={took.get(entry.step) ?? entry.step.seconds} />
            ))}
          </tbody>
        </table>
      </section>
      <div className={classes.allPhases}>
        <LazyDetails summary={words.allPhases(phases.length)}>{() => <PlanView {...profile} />}</LazyDetails>
      </div>
    </Card>
  );
}

function StepRow({ step, phases, seconds }: StepOfPhases & { seconds: number }) {
  const [first] = phases;
  const last = phases.at(-1);
  if (!first || !last) return null;
  return (
    <tr>
      <td>
        <span className={classes.ordinal}>
          {first === last ? first.ordinal : words.fromTo(String(first.ordinal), String(last.ordinal))}
        </span>
      </td>
      <th scope="row" dir="auto">
        <span className={classes.swatch} data-kind={step.kind} aria-hidden="true" />
        {step.name}
      </th>
      <td dir="auto">{loadText(phases)}</td>
      <td>{threadsText(phases)}</td>
      <td>{endsText(phases)}</td>
      <td data-numeric="">{shortSpan(seconds)}</td>
    </tr>
  );
}

const distinct = <Value,>(values: readonly Value[]): Value[] => [...new Set(values)];

/** The workload without its threads and depth, which have a column of their own. */
function loadText(phases: StepOfPhases["phases"]): string {
  const loads = distinct(phases.map(({ workload }) => workload.description.split(", ")[0] ?? ""));
  return loads.length === 1 ? (loads[0] ?? "") : words.workloads(loads.length);
}

function spanText(values: readonly number[]): string {
  const [low, high] = [Math.min(...values), Math.max(...values)];
  return low === high ? String(low) : words.fromTo(String(low), String(high));
}

function threadsText(phases: StepOfPhases["phases"]): string {
  const [threads, depths] = [
    phases.map(({ workload }) => workload.threads),
    phases.map(({ workload }) => workload.queue_depth),
  ];
  return words.threads(spanText(threads), spanText(depths));
}

function endsText(phases: StepOfPhases["phases"]): string {
  const ends = distinct(phases.map((phase) => endText(phase) ?? messages.unknown));
  if (ends.length > 1) return words.severalEnds;
  const [only = ""] = ends;
  const [{ stop } = { stop: null }] = phases;
  if (phases.length > 1 && stop?.kind === "time") return words.times(phases.length, shortSpan(stop.seconds));
  return phases.length > 1 ? words.eachEnds(only) : only;
}
