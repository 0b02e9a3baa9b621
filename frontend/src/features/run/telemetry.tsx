/** Telemetry of the server during the run, or the reason why it is missing. */
import { Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useApi } from "@/api/context";
import { notesQuery } from "@/api/notes";
import { isTerminalRun, telemetryQuery } from "@/api/runs";
import { isOnItsWay, type Stretch, telemetryDetailQuery, withDetail } from "@/api/series-detail";
import type { Run } from "@/api/types";
import { figureHeights, telemetryHeights } from "@/charts/heights";
import { ErrorNotice } from "@/components/notice";
import { Section } from "@/components/page";
import { TELEMETRY_METRICS } from "@/lib/metrics";
import { useComplete } from "@/lib/use-settled";
import { messages } from "@/messages";
import { attempts as words } from "@/messages/attempts";
import { ChartSlot } from "./chart-slot";
import { TelemetryFigure } from "./figures";

const HEIGHTS = figureHeights(telemetryHeights(TELEMETRY_METRICS.length), { legend: 1, captions: [1] });

interface TelemetryProps {
  run: Run;
  /** The stretch that is looked at, which the curves above share. */
  stretch: Stretch | null;
  chooseStretch: (stretch: Stretch | null) => void;
}

export function Telemetry({ run, ...rest }: TelemetryProps) {
  const recorded = run.attempts.findLast(({ telemetry }) => telemetry !== null)?.telemetry;
  if (!recorded) return null;
  return (
    <Section title={words.telemetry}>
      {recorded.available ? (
        <Readings run={run} {...rest} />
      ) : (
        <Text c="dimmed">{words.noTelemetry(recorded.reason ?? messages.unknown)}</Text>
      )}
    </Section>
  );
}

function Readings({ run, stretch, chooseStretch }: TelemetryProps) {
  const api = useApi();
  const { data, error, refetch } = useQuery({
    ...telemetryQuery(api, run.id),
    refetchInterval: isTerminalRun(run.state) ? false : 10_000,
  });
  const detail = useQuery(telemetryDetailQuery(api, run, data, stretch));
  const noted = useQuery(notesQuery(api, run.number));
  const requested = useMemo(
    () => ({ stretch, series: data && withDetail(data, stretch ? detail.data : undefined) }),
    [data, stretch, detail.data],
  );
  const { series, stretch: shown } = useComplete(requested, !isOnItsWay(detail), data);
  const notes = useMemo(() => (noted.data ?? []).map((note, place) => ({ ...note, number: place + 1 })), [noted.data]);
  if (error) return <ErrorNotice error={error} retry={() => void refetch()} />;
  if (data?.every(({ points }) => points === 0)) return <Text c="dimmed">{words.telemetryEmpty}</Text>;
  return (
    <>
      {detail.error && <ErrorNotice error={detail.error} retry={() => void detail.refetch()} />}
      <ChartSlot height={HEIGHTS}>
        {series && !noted.isPending && (
          <TelemetryFigure run={run.number} series={series} notes={notes} range={shown} onRange={chooseStretch} />
        )}
      </ChartSlot>
    </>
  );
}
