/** The course of a run: its metrics over time, for all phases or for one. */
import { Select, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useApi } from "@/api/context";
import { isTerminalRun, phaseOfCurves, seriesQuery } from "@/api/runs";
import type { Run } from "@/api/types";
import { longSelect } from "@/components/long-select";
import { ErrorNotice } from "@/components/notice";
import { Section } from "@/components/page";
import { run as words } from "@/messages/run";
import { ChartSlot } from "./chart-slot";
import { CurvesFigure } from "./figures";

const CURVES = ["iops", "lat_mean", "lat_max", "lat_stddev"] as const;

export interface RunCurvesProps {
  run: Run;
  /** An ordinal; undefined is all phases. */
  phase: string | undefined;
  /** Lets the reader choose a phase. */
  choosePhase?: (phase: string | undefined) => void;
}

export function RunCurves({ run, phase, choosePhase }: RunCurvesProps) {
  const api = useApi();
  const { data, error, refetch } = useQuery({
    ...seriesQuery(api, run.id, phase ?? (isTerminalRun(run.state) ? phaseOfCurves(run) : "all"), CURVES),
    refetchInterval: isTerminalRun(run.state) ? false : 10_000,
  });
  const aside = choosePhase && <PhaseSelect run={run} phase={phase} choosePhase={choosePhase} />;
  return (
    <Section title={words.curves} aside={aside}>
      {error && <ErrorNotice error={error} retry={() => void refetch()} />}
      {data?.every((series) => series.points === 0) && <Text c="dimmed">{words.noSamples}</Text>}
      <ChartSlot>
        {data && <CurvesFigure run={run.number} series={data} verdict={run.verdict?.sentence ?? null} />}
      </ChartSlot>
    </Section>
  );
}

function PhaseSelect({ run, phase, choosePhase }: Required<RunCurvesProps>) {
  const withCurves = run.phases.filter((candidate) => candidate.has_series);
  if (withCurves.length < 2) return null;
  return (
    <Select
      aria-label={words.curvesPhase}
      data={[
        { value: "all", label: words.allPhases },
        ...withCurves.map(({ ordinal, name }) => ({ value: String(ordinal), label: `${ordinal}. ${name}` })),
      ]}
      value={phase ?? "all"}
      onChange={(value) => choosePhase(value === "all" || value === null ? undefined : value)}
      allowDeselect={false}
      {...longSelect(withCurves.length)}
      w={240}
    />
  );
}
