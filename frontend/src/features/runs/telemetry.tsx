/** What the server itself said while the run went on, or why it said nothing. */
import { Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useApi } from "@/api/context";
import { isTerminalRun, telemetryQuery } from "@/api/runs";
import type { Run } from "@/api/types";
import { ErrorNotice } from "@/components/notice";
import { Section } from "@/components/page";
import { messages } from "@/messages";
import { attempts as words } from "@/messages/attempts";
import { ChartSlot } from "./chart-slot";
import { TelemetryFigure } from "./figures";

const CHART_HEIGHT = 700;

export function Telemetry({ run }: { run: Run }) {
  const told = run.attempts.findLast(({ telemetry }) => telemetry !== null)?.telemetry;
  if (!told) return null;
  return (
    <Section title={words.telemetry}>
      {told.available ? (
        <Readings run={run} />
      ) : (
        <Text c="dimmed">{words.noTelemetry(told.reason ?? messages.unknown)}</Text>
      )}
    </Section>
  );
}

function Readings({ run }: { run: Run }) {
  const api = useApi();
  const { data, error, refetch } = useQuery({
    ...telemetryQuery(api, run.id),
    refetchInterval: isTerminalRun(run.state) ? false : 10_000,
  });
  if (error) return <ErrorNotice error={error} retry={() => void refetch()} />;
  if (data?.every(({ points }) => points === 0)) return <Text c="dimmed">{words.telemetryEmpty}</Text>;
  return <ChartSlot height={CHART_HEIGHT}>{data && <TelemetryFigure run={run.number} series={data} />}</ChartSlot>;
}
