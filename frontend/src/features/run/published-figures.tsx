/** Figures as their source publishes them: its own characters, their place, and what is reconstructed. */
import { Text } from "@mantine/core";
import type { PublishedFigure } from "@/api/types";
import { exactBytesPerSecond, exactIops, exactLatency } from "@/lib/exact-values";
import { METRICS } from "@/lib/metrics";
import { published as words } from "@/messages/run";

export function PublishedFigures({ figures }: { figures: readonly PublishedFigure[] }) {
  return figures.map((figure) => (
    <div key={[figure.metric, figure.value_kind, figure.place, figure.restated].join(" ")}>
      {figures.length > 1 && `${labelOf(figure)}: `}
      <Published text={figure.text} sourceReads={figure.source_reads} isReconstructed={figure.reconstructed} />
      {figure.restated && ` (${words.restated}, ${readingOf(figure)})`}
      <Place place={figure.place} />
    </div>
  ));
}

interface PublishedProps {
  text: string | null;
  sourceReads: string | null;
  isReconstructed: boolean;
}

/** The characters of the source; of a reconstructed value the damaged ones. */
export function Published({ text, sourceReads, isReconstructed }: PublishedProps) {
  return (
    <>
      {text !== null && <q>{text}</q>}
      {isReconstructed && words.reconstructed}
      {sourceReads !== null && (
        <>
          {", "}
          {words.sourceReads} <q>{sourceReads}</q>
        </>
      )}
    </>
  );
}

/** Heading and paragraph in the source. */
export function Place({ place }: { place: string | null }) {
  return (
    place && (
      <Text span c="dimmed" size="sm" display="block">
        {place}
      </Text>
    )
  );
}

function labelOf({ metric }: PublishedFigure): string {
  return Object.values(METRICS).find(({ name }) => name === metric)?.label ?? metric;
}

/** The reading of a rounding, which is no value of the measurement and in no other column. */
function readingOf({ metric, value }: PublishedFigure): string {
  if (metric === METRICS.throughput_bytes_per_s.name) return exactBytesPerSecond(value);
  return metric === METRICS.iops.name ? exactIops(value) : exactLatency(value);
}
