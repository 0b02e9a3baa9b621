/** What the server itself said while the run went on, or why it said nothing. */
import { Skeleton, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense } from "react";
import { useApi } from "@/api/context";
import { isTerminalRun, telemetryQuery } from "@/api/runs";
import type { Run } from "@/api/types";
import { ErrorNotice } from "@/components/notice";
import { Section } from "@/components/page";
import { messages } from "@/messages";
import { attempts as words } from "@/messages/attempts";

const CHART_HEIGHT = 700;

const TelemetryFigure = lazy(() => import("./chart-figures").then((module) => ({ default: module.TelemetryFigure })));

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
  const waiting = <Skeleton height={CHART_HEIGHT} />;
  if (!data) return waiting;
  if (data.every(({ points }) => points === 0)) return <Text c="dimmed">{words.telemetryEmpty}</Text>;
  return (
    <Suspense fallback={waiting}>
      <TelemetryFigure run={run.number} series={data} />
    </Suspense>
  );
}
