/** The curves of a run: its metrics over time, the rounds of its verdict, and what the server said meanwhile. */
import { Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useApi } from "@/api/context";
import { derivedQuery, isTerminalRun } from "@/api/runs";
import type { Stretch } from "@/api/series-detail";
import type { Run, Verdict } from "@/api/types";
import { EmptyState, Section } from "@/components/page";
import { VerdictLabel } from "@/components/state-label";
import { run as words } from "@/messages/run";
import type { JudgedVerdict } from "./chart-figures";
import { ChartSlot } from "./chart-slot";
import { DerivedCurve } from "./derived";
import { RoundsFigure } from "./figures";
import { RunCurves } from "./over-time";
import { useRun } from "./run-context";
import { Telemetry } from "./telemetry";
import { LastMinutes, VerdictSentence } from "./verdict-in-words";

export interface RunCurvesPartProps {
  /** Which phase the curves show: an ordinal, or undefined for all. */
  phase: string | undefined;
  choosePhase: (phase: string | undefined) => void;
  /** The stretch of time that they show; null for all of it. */
  stretch: Stretch | null;
  chooseStretch: (stretch: Stretch | null) => void;
  /** Whether latency has a logarithmic axis. */
  log: boolean;
  setLog: (log: boolean) => void;
}

export function RunCurvesPart(curves: RunCurvesPartProps) {
  const run = useRun();
  const api = useApi();
  // Read together with the curves, so that what stands below is not pushed down; a live run has no use for it.
  const derived = useQuery({ ...derivedQuery(api, run.number), enabled: isTerminalRun(run.state) });
  const hasCurves = run.phases.some(({ has_series }) => has_series);
  if (!hasCurves && !run.verdict) {
    return (
      <>
        {run.origin === "measured" && !isTerminalRun(run.state) ? (
          <Text c="dimmed">{words.noSamples}</Text>
        ) : (
          <EmptyState title={words.noCurvesTitle}>
            <Text>{words.noCurves}</Text>
          </EmptyState>
        )}
        <Telemetry run={run} stretch={curves.stretch} chooseStretch={curves.chooseStretch} />
      </>
    );
  }
  return (
    <>
      {hasCurves && <RunCurves run={run} {...curves} />}
      {run.verdict && <Rounds run={run} verdict={run.verdict} />}
      <Telemetry run={run} stretch={curves.stretch} chooseStretch={curves.chooseStretch} />
      <DerivedCurve answer={derived} />
    </>
  );
}

function Rounds({ run, verdict }: { run: Run; verdict: Verdict }) {
  return (
    <Section title={words.steadyRounds} aside={<VerdictLabel status={verdict.status} />}>
      <VerdictSentence run={run} verdict={verdict} />
      {isJudged(verdict) && (
        <ChartSlot height={500}>
          <RoundsFigure run={run.number} verdict={verdict} />
        </ChartSlot>
      )}
      {verdict.strict && verdict.strict.rounds.length > 0 && <LastMinutes verdict={verdict.strict} />}
    </Section>
  );
}

/** A verdict with rounds and known limits, so that the ones can be drawn against the others. */
function isJudged(verdict: Verdict): verdict is JudgedVerdict {
  return verdict.rounds.length > 0 && verdict.range_limit_percent !== null && verdict.slope_limit_percent !== null;
}
