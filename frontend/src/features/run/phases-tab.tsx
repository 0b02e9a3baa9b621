/** Every phase of a run: when it ran, what it measured, and all charts and tables of that. */
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useApi } from "@/api/context";
import { derivedQuery, isTerminalRun } from "@/api/runs";
import type { Stretch } from "@/api/series-detail";
import { Section } from "@/components/page";
import { run as words } from "@/messages/run";
import { DerivedCurve } from "./derived";
import { LastMinutes } from "./last-minutes";
import type { LatencyChoice } from "./latency-choice";
import { MeasurementsTable } from "./measurements-table";
import { PhasesStrip } from "./phases-strip";
import { PhasesTable } from "./phases-table";
import { useRun } from "./run-context";
import { RunLatencyPart } from "./run-latency";
import { RunSweepsPart, type SweepsChoice } from "./run-sweeps";
import { Telemetry } from "./telemetry";

export interface PhasesTabProps {
  sweeps: SweepsChoice;
  chooseSweeps: (choice: SweepsChoice) => void;
  latency: LatencyChoice;
  chooseLatency: (choice: LatencyChoice) => void;
}

export function PhasesTab({ sweeps, chooseSweeps, latency, chooseLatency }: PhasesTabProps) {
  const run = useRun();
  const derived = useQuery({ ...derivedQuery(useApi(), run.number), enabled: isTerminalRun(run.state) });
  const [stretch, setStretch] = useState<Stretch | null>(null);
  const strict = run.verdict?.strict;
  return (
    <>
      {run.origin !== "published" && (
        <Section title={words.phases}>
          <PhasesStrip run={run} />
          <PhasesTable phases={run.phases} />
        </Section>
      )}
      {strict && strict.rounds.length > 0 && (
        <Section title={words.steadyRounds}>
          <LastMinutes verdict={strict} />
        </Section>
      )}
      {run.phases.some(({ measurement }) => measurement) && (
        <Section title={words.measurements}>
          <MeasurementsTable phases={run.phases} />
        </Section>
      )}
      <div id="sweeps">
        <RunSweepsPart choice={sweeps} choose={chooseSweeps} />
      </div>
      <div id="latency">
        <RunLatencyPart choice={latency} choose={chooseLatency} />
      </div>
      <Telemetry run={run} stretch={stretch} chooseStretch={setStretch} />
      <DerivedCurve answer={derived} />
    </>
  );
}
