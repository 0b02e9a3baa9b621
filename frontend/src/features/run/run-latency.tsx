/** Response time distribution of a run: chosen results as curves, and the percentiles of all of them. */
import { Group, MultiSelect, Select, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useApi } from "@/api/context";
import { distributionsQuery, isTerminalRun, percentilesQuery } from "@/api/runs";
import type { PhaseLatency, RunLatency } from "@/api/types";
import { DRAWN, figureHeights } from "@/charts/heights";
import { Loading } from "@/components/loading";
import { ErrorNotice } from "@/components/notice";
import { EmptyState, Section } from "@/components/page";
import { word } from "@/messages";
import { latency as words } from "@/messages/run";
import { ChartSlot } from "./chart-slot";
import { PercentilesFigure } from "./figures";
import {
  chosenResults,
  type Direction,
  directionsOf,
  distributionOf,
  MAX_DRAWN,
  type RunLatencyPartProps,
  resultName,
} from "./latency-choice";
import { RunLatencyOverTime } from "./latency-over-time";
import { PercentilesTable } from "./percentiles-table";
import { useRun } from "./run-context";

const HEIGHTS = figureHeights(DRAWN.percentiles, { legend: 1 }, { legend: 4 });

export function RunLatencyPart(props: RunLatencyPartProps) {
  const run = useRun();
  const { isPending } = useQuery(percentilesQuery(useApi(), run.number, isTerminalRun(run.state)));
  return (
    <>
      <Distributions {...props} />
      {/* Nobody knows yet how much room what is above it takes, and it must not jump. */}
      {!isPending && <RunLatencyOverTime {...props} />}
    </>
  );
}

function Distributions({ choice, choose }: RunLatencyPartProps) {
  const run = useRun();
  const api = useApi();
  const isOver = isTerminalRun(run.state);
  const { data, error, refetch } = useQuery(percentilesQuery(api, run.number, isOver));
  if (error && !data) return <ErrorNotice error={error} retry={() => void refetch()} />;
  if (!data) return <Loading height={2 * HEIGHTS.wide} />;
  const directions = directionsOf(data.items);
  if (directions.length === 0) {
    return isOver ? (
      <EmptyState title={words.emptyTitle}>
        <Text>{words.empty}</Text>
      </EmptyState>
    ) : (
      <Text c="dimmed">{words.notYet}</Text>
    );
  }
  const direction = directions.find((candidate) => candidate === choice.direction) ?? directions[0] ?? "total";
  return (
    <>
      <Section title={words.title}>
        <Choices answer={data} directions={directions} direction={direction} choice={choice} choose={choose} />
        <Drawn answer={data} direction={direction} choice={choice} choose={choose} />
      </Section>
      <Section title={words.table}>
        <PercentilesTable answer={data} direction={direction} />
      </Section>
    </>
  );
}

interface ChoicesProps extends RunLatencyPartProps {
  answer: RunLatency;
  direction: Direction;
}

function Choices({
  answer,
  directions,
  direction,
  choice,
  choose,
}: ChoicesProps & { directions: readonly Direction[] }) {
  const drawable = answer.items.filter((item) => distributionOf(item, direction));
  const chosen = chosenResults(answer.items, direction, choice.phases);
  return (
    <Group gap={16} align="flex-start">
      <MultiSelect
        label={words.results}
        description={drawable.length > MAX_DRAWN ? words.resultsHint(MAX_DRAWN) : undefined}
        data={drawable.map((item) => ({ value: String(item.phase_ordinal), label: resultName(item) }))}
        value={chosen.map(({ phase_ordinal }) => String(phase_ordinal))}
        onChange={(ordinals) => choose({ ...choice, phases: ordinals.join(",") || "none" })}
        maxValues={MAX_DRAWN}
        searchable
        flex="1 1 320px"
      />
      {directions.length > 1 && (
        <Select
          label={words.direction}
          data={directions.map((name) => ({ value: name, label: word(words.directions, name) }))}
          value={direction}
          onChange={(name) =>
            choose({
              ...choice,
              direction: directions.find((candidate) => candidate === name && candidate !== directions[0]),
            })
          }
          allowDeselect={false}
          w={200}
        />
      )}
    </Group>
  );
}

/** The chart of the chosen results; those before them stay until the shares of the new ones have come. */
function Drawn({ answer, direction, choice, choose }: ChoicesProps) {
  const run = useRun();
  const api = useApi();
  const chosen = chosenResults(answer.items, direction, choice.phases);
  const ordinals = chosen.map(({ phase_ordinal }) => phase_ordinal);
  const { data, error, refetch } = useQuery({
    ...distributionsQuery(api, run.number, ordinals),
    enabled: ordinals.length > 0,
  });
  if (ordinals.length === 0) return <Text c="dimmed">{words.none}</Text>;
  if (error && !data) return <ErrorNotice error={error} retry={() => void refetch()} />;
  return (
    <ChartSlot height={HEIGHTS}>
      {data && (
        <PercentilesFigure
          run={run.number}
          data={{
            percents: data.percents,
            min_beyond: data.min_beyond,
            curves: curvesOf(data.items, direction),
            cdf: choice.cdf ?? false,
          }}
          onToggled={(cdf) => choose({ ...choice, cdf: cdf || undefined })}
        />
      )}
    </ChartSlot>
  );
}

function curvesOf(items: readonly PhaseLatency[], direction: Direction) {
  return items.flatMap((item) => {
    const distribution = distributionOf(item, direction);
    return distribution ? [{ name: resultName(item), distribution }] : [];
  });
}
