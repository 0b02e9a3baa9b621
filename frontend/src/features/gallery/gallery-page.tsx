/** The parts of pages and every chart with samples, for developers and visual tests. */
import { Group, Select, Text } from "@mantine/core";
import { useMemo } from "react";
import { ChartFigure } from "@/charts/chart-figure";
import type { ChartDefinition } from "@/charts/definition";
import { CHARTS } from "@/charts/definitions";
import { SAMPLES } from "@/charts/gallery-samples";
import { Section } from "@/components/page";
import { gallery as words } from "@/messages/gallery";
import { PartsSheet } from "./parts-sheet";

export interface GalleryPageProps {
  /** One chart alone; all of them without. */
  chart: string | undefined;
  /** In px; as wide as the page without. */
  width: number | undefined;
  widths: readonly number[];
  change: (search: { chart?: string; width?: number }) => void;
}

const charts = [...CHARTS.values()];

export function GalleryPage({ chart, width, widths, change }: GalleryPageProps) {
  const shown = charts.filter(({ id }) => chart === undefined || id === chart);
  return (
    <>
      <Text maw={880}>{words.explain}</Text>
      <Group gap={16}>
        <Select
          label={words.chart}
          placeholder={words.all}
          data={charts.map(({ id }) => id)}
          value={chart ?? null}
          onChange={(id) => change({ chart: id ?? undefined, width })}
          clearable
          searchable
          w={240}
        />
        <Select
          label={words.width}
          placeholder={words.full}
          data={widths.map((pixels) => ({ value: String(pixels), label: words.px(pixels) }))}
          value={width === undefined ? null : String(width)}
          onChange={(value) => change({ chart, width: value ? Number(value) : undefined })}
          clearable
          w={200}
        />
      </Group>
      {chart === undefined && (
        <div style={{ maxWidth: width }}>
          <PartsSheet />
        </div>
      )}
      {shown.length === 0 && <Text>{words.none}</Text>}
      {shown.map((definition) => (
        <Section key={definition.id} title={definition.id}>
          <Sample definition={definition} width={width} />
        </Section>
      ))}
    </>
  );
}

function Sample({ definition, width }: { definition: ChartDefinition<unknown>; width: number | undefined }) {
  const data = useMemo(() => SAMPLES[definition.id]?.(), [definition]);
  if (data === undefined) return <Text>{words.missing}</Text>;
  return (
    <div style={{ maxWidth: width }}>
      <ChartFigure definition={definition} data={data} fileName="sample" />
    </div>
  );
}
