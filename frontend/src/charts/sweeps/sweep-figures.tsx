/** Every chart that the sweeps of some runs can fill. Load it apart from a page, ECharts comes with it. */
import { Group, Select, Stack, Text } from "@mantine/core";
import { useMemo, useState } from "react";
import type { SeriesMetric } from "@/api/runs";
import type { Measurements } from "@/api/types";
import { sweeps as words } from "@/messages/sweeps";
import { addressSpace } from "../address-space/definition";
import type { Arrangement } from "../arrangement";
import { blockSize } from "../block-size/definition";
import { ChartFigure } from "../chart-figure";
import { loadCurve } from "../load-curve/definition";
import { loadSteps } from "../load-steps/definition";
import type { ChosenRun } from "../queue-depth/curves";
import { queueDepth } from "../queue-depth/definition";
import { threadQueue } from "../thread-queue/definition";
import { writeShareSlice } from "../write-share-slice/definition";
import { WriteShareFigure } from "../write-share-surface/write-share-figure";
import { chartsFor } from "./charts-for";
import { type SweepChoices, withHidden } from "./choices";
import { type Choice, type Figure, sectionOf } from "./figures";
import { invalidRuns } from "./points";

const NOTHING: readonly string[] = [];

export interface SweepFiguresProps {
  /** The answer of `GET /measurements` for these runs, with rounds on average. */
  measurements: Measurements;
  /** Runs in the order of their looks; each keeps its colour whatever the others have. */
  runs: readonly ChosenRun[];
  metric: SeriesMetric;
  /** Beginning of the names of saved files. */
  fileName?: string;
  /**
   * Reader's choices inside the charts, which a page stores in its address. Without it the charts store them
   * themselves.
   */
  choices?: SweepChoices;
  /** Called with all choices when one of them changes. */
  onChoose?: (choices: SweepChoices) => void;
}

export function SweepFigures(props: SweepFiguresProps) {
  const { measurements, runs, metric, fileName, onChoose } = props;
  const [own, setOwn] = useState<SweepChoices>({});
  const choices = props.choices ?? own;
  const charts = useMemo(() => chartsFor(measurements), [measurements]);
  const change = (changes: SweepChoices) => {
    const next = { ...choices, ...changes };
    setOwn(next);
    onChoose?.(next);
  };
  const choose = (name: Choice["name"], value: string) => change({ [name]: name === "share" ? Number(value) : value });
  const shared = {
    ...(fileName === undefined ? {} : { fileName }),
    ...(choices.arrangement === undefined ? {} : { arrangement: choices.arrangement }),
    onArrangement: (arrangement: Arrangement) => change({ arrangement }),
  };
  const hiding = (figure: string) => ({
    hidden: choices.hidden?.[figure] ?? NOTHING,
    onHidden: (names: readonly string[]) => change({ hidden: withHidden(choices.hidden, figure, names) }),
  });
  if (charts.length === 0) return <Text>{words.nothing}</Text>;
  const invalid = invalidRuns(measurements);
  return (
    <Stack gap="xl">
      {invalid.length > 0 && <Text>{words.invalid(invalid.join(", "), invalid.length)}</Text>}
      {charts.map((chart) => {
        if (chart.kind === "load-curve") {
          const { source } = measurements;
          const data = { source, runs };
          return (
            <ChartFigure key={chart.kind} {...shared} {...hiding(chart.kind)} definition={loadCurve} data={data} />
          );
        }
        const section = sectionOf(chart, { measurements, runs, metric, choices });
        return (
          <Stack key={chart.kind} gap="sm">
            {section.choices.length > 0 && (
              <Group gap="sm">
                {section.choices.map((choice) => (
                  <ChoiceField key={choice.name} choice={choice} choose={(value) => choose(choice.name, value)} />
                ))}
              </Group>
            )}
            {section.figures.map((figure) => (
              <DrawnFigure
                key={figure.key}
                figure={figure}
                {...shared}
                {...hiding(figure.key === chart.kind ? chart.kind : `${chart.kind} ${figure.key}`)}
              />
            ))}
            {section.note && <Text>{section.note}</Text>}
          </Stack>
        );
      })}
    </Stack>
  );
}

function ChoiceField({ choice, choose }: { choice: Choice; choose: (value: string) => void }) {
  return (
    <Select
      label={words.choose[choice.name]}
      data={[...choice.options]}
      value={choice.value}
      onChange={(value) => value !== null && choose(value)}
      allowDeselect={false}
      w={choice.name === "workload" ? 320 : 160}
      maw="100%"
    />
  );
}

interface DrawnFigureProps {
  figure: Figure;
  fileName?: string;
  arrangement?: Arrangement;
  onArrangement: (arrangement: Arrangement) => void;
  hidden: readonly string[];
  onHidden: (hidden: readonly string[]) => void;
}

function DrawnFigure({ figure, ...props }: DrawnFigureProps) {
  const shared = { title: figure.title, ...props };
  switch (figure.chart) {
    case "queue-depth":
      return <ChartFigure {...shared} definition={queueDepth} data={figure.data} />;
    case "write-share":
      return <WriteShareFigure {...shared} data={figure.data} />;
    case "write-share-slice":
      return <ChartFigure {...shared} definition={writeShareSlice} data={figure.data} />;
    case "thread-queue":
      return <ChartFigure {...shared} definition={threadQueue} data={figure.data} />;
    case "block-size":
      return <ChartFigure {...shared} definition={blockSize} data={figure.data} />;
    case "load-steps":
      return <ChartFigure {...shared} definition={loadSteps} data={figure.data} />;
    case "address-space":
      return <ChartFigure {...shared} definition={addressSpace} data={figure.data} />;
  }
}
