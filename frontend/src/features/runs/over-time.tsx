/** The course of a run: its metrics over time, for all phases or for one, with what people noted of it. */
import { Select, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { useApi } from "@/api/context";
import { notesQuery } from "@/api/notes";
import { usePermissions } from "@/api/permissions";
import { isTerminalRun, phaseOfCurves, phasesWithCurve, seriesQuery } from "@/api/runs";
import { detailQuery, isOnItsWay, type Stretch, withDetail } from "@/api/series-detail";
import type { Run } from "@/api/types";
import { longSelect } from "@/components/long-select";
import { ErrorNotice } from "@/components/notice";
import { Section } from "@/components/page";
import { useComplete } from "@/lib/use-settled";
import { run as words } from "@/messages/run";
import { ChartSlot, WhenNear } from "./chart-slot";
import { CurvesFigure } from "./figures";
import { AddNote, NoteList } from "./notes";

const CURVES = ["iops", "latency_mean_ns", "latency_max_ns", "latency_stddev_ns"] as const;

export interface RunCurvesProps {
  run: Run;
  /** An ordinal; undefined is all phases. */
  phase: string | undefined;
  /** Lets the reader choose a phase. */
  choosePhase?: (phase: string | undefined) => void;
  /** The stretch that is looked at, where the page keeps it. */
  stretch?: Stretch | null;
  chooseStretch?: (stretch: Stretch | null) => void;
  /** Whether latency has a logarithmic axis, where the page keeps it. */
  log?: boolean;
  setLog?: (log: boolean) => void;
  /** Whether it may wait on a phone until somebody gets there. */
  canWait?: boolean;
}

export function RunCurves({ run, phase, choosePhase, canWait = false, ...kept }: RunCurvesProps) {
  return (
    <Section
      title={words.curves}
      aside={choosePhase && <PhaseSelect run={run} phase={phase} choosePhase={choosePhase} />}
    >
      <WhenNear canWait={canWait}>
        <Course run={run} phase={phase} {...kept} />
      </WhenNear>
    </Section>
  );
}

function Course({ run, phase, ...kept }: Omit<RunCurvesProps, "canWait" | "choosePhase">) {
  const api = useApi();
  const { operate } = usePermissions();
  const [own, setOwn] = useState<Stretch | null>(null);
  const [ownLog, setOwnLog] = useState(false);
  const { stretch = own, chooseStretch = setOwn, log = ownLog, setLog = setOwnLog } = kept;
  const over = isTerminalRun(run.state);
  const drawn = phase ?? (over ? phaseOfCurves(phasesWithCurve(run)) : "all");
  const { data, error, refetch } = useQuery({
    ...seriesQuery(api, run.id, drawn, CURVES),
    refetchInterval: over ? false : 10_000,
  });
  const detail = useQuery(detailQuery(api, run, drawn, CURVES, data, stretch));
  const noted = useQuery(notesQuery(api, run.number));
  const asked = useMemo(
    () => ({ stretch, series: data && withDetail(data, stretch ? detail.data : undefined) }),
    [data, stretch, detail.data],
  );
  const shown = useComplete(asked, !isOnItsWay(detail), data);
  const { series } = shown;
  const notes = noted.data;
  const pinned = useMemo(() => (notes ?? []).map((note, place) => ({ ...note, number: place + 1 })), [notes]);
  return (
    <>
      {error && <ErrorNotice error={error} retry={() => void refetch()} />}
      {detail.error && <ErrorNotice error={detail.error} retry={() => void detail.refetch()} />}
      {noted.error && <ErrorNotice error={noted.error} retry={() => void noted.refetch()} />}
      {data?.every(({ points }) => points === 0) && <Text c="dimmed">{words.noSamples}</Text>}
      <ChartSlot>
        {series && !noted.isPending && (
          <>
            <CurvesFigure
              run={run.number}
              series={series}
              verdict={run.verdict?.sentence ?? null}
              notes={pinned}
              range={shown.stretch}
              onRange={chooseStretch}
              log={log}
              setLog={setLog}
              tools={
                operate && (
                  <AddNote
                    run={run.number}
                    from_ms={stretch?.from ?? series[0]?.t0_ms ?? 0}
                    to_ms={stretch?.to ?? null}
                  />
                )
              }
            />
            <NoteList run={run.number} notes={notes ?? []} />
          </>
        )}
      </ChartSlot>
    </>
  );
}

function PhaseSelect({
  run,
  phase,
  choosePhase,
}: Required<Pick<RunCurvesProps, "run" | "choosePhase">> & Pick<RunCurvesProps, "phase">) {
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
