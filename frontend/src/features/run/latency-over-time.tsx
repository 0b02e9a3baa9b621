/** Response time distribution of one phase over time, and over a span that the reader selects. */
import { Select, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useApi } from "@/api/context";
import { latencyOverTimeQuery, timedPhasesQuery } from "@/api/latency-over-time";
import { isTerminalRun } from "@/api/runs";
import type { LatencySpan, PhaseHistograms, Run, TimedPhase } from "@/api/types";
import { DRAWN, figureHeights } from "@/charts/heights";
import { longSelect } from "@/components/long-select";
import { ErrorNotice } from "@/components/notice";
import { Section } from "@/components/page";
import { formatCount, formatElapsed } from "@/lib/units";
import { messages, word } from "@/messages";
import { overTime as words } from "@/messages/latency-over-time";
import { latency } from "@/messages/run";
import { ChartSlot } from "./chart-slot";
import { OverTimeFigure, SpanFigure } from "./figures";
import { type RunLatencyPartProps, type Span, spanWithin, timedPhase } from "./latency-choice";
import { useRun } from "./run-context";
import { SpanForm } from "./span-form";

/** Heights of the map; the number of caption lines follows from the texts about the phase. */
const MAP_HEIGHTS = figureHeights(DRAWN.overTime, { legend: 1, captions: [2, 1] }, { legend: 2, captions: [6, 2] });
const SPAN_HEIGHTS = figureHeights(DRAWN.percentiles, { captions: [1] });

export function RunLatencyOverTime({ choice, choose }: RunLatencyPartProps) {
  const run = useRun();
  const api = useApi();
  const { data, error, refetch } = useQuery(timedPhasesQuery(api, run.number, isTerminalRun(run.state)));
  const phase = data && timedPhase(data.phases, choice.phase);
  const aside = data && phase && (
    <PhaseSelect
      items={data.phases}
      phase={phase}
      choosePhase={(ordinal) => choose({ ...choice, phase: ordinal, from: undefined, to: undefined })}
    />
  );
  return (
    <Section title={words.title} aside={aside}>
      {error && <ErrorNotice error={error} retry={() => void refetch()} />}
      {data && !phase && <Text c="dimmed">{missingReason(run)}</Text>}
      {!data && !error && <ChartSlot height={MAP_HEIGHTS}>{null}</ChartSlot>}
      {phase && <Timed phase={phase} choice={choice} choose={choose} />}
    </Section>
  );
}

function missingReason(run: Run): string {
  if (run.origin !== "measured") return words.none.elsewhere;
  if (run.engine === "vdbench") return words.none.vdbench;
  return isTerminalRun(run.state) ? words.none.unknown : words.none.notYet;
}

interface PhaseSelectProps {
  items: readonly TimedPhase[];
  phase: TimedPhase;
  choosePhase: (ordinal: string | undefined) => void;
}

const phaseName = ({ phase_ordinal, name }: Pick<TimedPhase, "phase_ordinal" | "name">) =>
  words.phaseName(phase_ordinal, name);

function PhaseSelect({ items, phase, choosePhase }: PhaseSelectProps) {
  if (items.length < 2) return null;
  return (
    <Select
      aria-label={words.phase}
      data={items.map((item) => ({ value: String(item.phase_ordinal), label: phaseName(item) }))}
      value={String(phase.phase_ordinal)}
      onChange={(ordinal) => choosePhase(ordinal ?? undefined)}
      allowDeselect={false}
      {...longSelect(items.length)}
      w={240}
    />
  );
}

/** The map of one phase; the direction is that of the whole page, where the phase has it. */
function Timed({ phase, choice, choose }: RunLatencyPartProps & { phase: TimedPhase }) {
  const run = useRun();
  const api = useApi();
  const requested = choice.direction ?? "total";
  const direction = phase.directions.find((candidate) => candidate === requested) ?? "total";
  const { data, error, refetch } = useQuery(latencyOverTimeQuery(api, run.number, phase.phase_ordinal, direction));
  if (error && !data) return <ErrorNotice error={error} retry={() => void refetch()} />;
  const end = data?.slices.t1_ms.at(-1) ?? 0;
  const span = data ? spanWithin(choice, end) : null;
  const chooseSpan = (next: Span | null) => choose({ ...choice, from: next?.from, to: next?.to });
  const name = phaseName(phase);
  return (
    <>
      {direction !== requested && <Text c="dimmed">{words.otherDirection(word(latency.directions, requested))}</Text>}
      <ChartSlot height={MAP_HEIGHTS}>
        {data && (
          <OverTimeFigure
            run={run.number}
            title={words.ofPhase(name, word(latency.directions, direction))}
            data={data}
            range={span}
            onRange={chooseSpan}
          />
        )}
      </ChartSlot>
      {data && (
        <>
          <Remarks timed={data} />
          <SpanForm span={span} end={end} choose={chooseSpan} />
          <SpanOf whole={data} span={span} />
        </>
      )}
    </>
  );
}

/** Show the reasons why the slices differ from the result of the phase. */
function Remarks({ timed }: { timed: PhaseHistograms }) {
  const counted = timed.slices.ios.reduce((sum, ios) => sum + ios, 0);
  const { result_ios: result, state } = timed;
  return (
    <>
      {state !== "finished" && <Text>{words.cutShort(messages.states[state] ?? state)}</Text>}
      {result !== null && result !== counted && <Text>{words.differs(formatCount(counted), formatCount(result))}</Text>}
    </>
  );
}

interface SpanOfProps {
  whole: PhaseHistograms;
  span: Span | null;
}

/** The percentiles of the whole phase, and beside them those of the span. */
function SpanOf({ whole, span }: SpanOfProps) {
  const run = useRun();
  const api = useApi();
  const { phase_ordinal: ordinal, direction } = whole;
  const all = { from: 0, to: 1 };
  const part = useQuery({
    ...latencyOverTimeQuery(api, run.number, ordinal, direction, span ?? all),
    enabled: span !== null,
  });
  if (part.error && !part.data) return <ErrorNotice error={part.error} retry={() => void part.refetch()} />;
  const chosen = span === null ? undefined : part.data;
  return (
    <>
      <Text c="dimmed" aria-live="polite">
        {span === null
          ? words.chooseSpan
          : chosen && (chosen.span ? words.spanRule(chosen.slices.ios.length) : words.noSlice)}
      </Text>
      <ChartSlot height={SPAN_HEIGHTS}>
        {whole.span && (
          <SpanFigure
            run={run.number}
            title={span === null ? words.wholeTitle : words.spanTitle}
            data={{
              percents: whole.span.percents,
              min_beyond: whole.min_beyond,
              curves: [
                ...curve(words.whole, whole.span),
                ...(chosen?.span ? curve(spanName(chosen.span), chosen.span) : []),
              ],
              cdf: false,
            }}
          />
        )}
      </ChartSlot>
    </>
  );
}

const spanName = ({ from_ms, to_ms }: LatencySpan) => words.span(formatElapsed(from_ms), formatElapsed(to_ms));

function curve(name: string, { distribution }: LatencySpan) {
  return distribution ? [{ name, distribution }] : [];
}
