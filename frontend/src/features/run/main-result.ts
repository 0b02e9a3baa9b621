/** Main phase of a run, whose figures represent it, and its workload in words. */
import type { Measurement, Phase, Run } from "@/api/types";
import { formatBinaryBytes } from "@/lib/units";
import { nameWorkload } from "@/lib/workload-name";

export interface MainResult {
  phase: Phase;
  measurement: Measurement;
}

function isResult({ kind, measurement, in_measurement_window: inWindow }: Phase): boolean {
  return measurement !== null && (kind === "measure" || kind === "published") && inWindow !== false;
}

/**
 * Return the result with the figure that a run's first headline number is, else the one with the highest IOPS; a run that
 * only conditioned has its longest phase.
 */
export function mainResult({ phases, headline }: Pick<Run, "phases" | "headline">): MainResult | null {
  const measured = phases.filter(({ measurement }) => measurement !== null);
  const results = measured.filter(isResult);
  const among = results.length > 0 ? results : measured;
  const value = headline.find(({ metric }) => metric === "iops")?.value;
  const headlinePhase = value === undefined ? undefined : among.find(({ measurement }) => measurement?.iops === value);
  const figure = ({ measurement }: Phase) => measurement?.iops ?? measurement?.throughput_bytes_per_s ?? 0;
  const best = among.toSorted((a, b) => figure(b) - figure(a))[0];
  const phase = headlinePhase ?? best;
  return phase?.measurement ? { phase, measurement: phase.measurement } : null;
}

/** Return the result of another run with the same workload; null where it has none. */
export function sameResult(main: MainResult, { phases }: Pick<Run, "phases">): MainResult | null {
  const key = workloadKey(main);
  const match = phases.find(
    (phase) =>
      phase.measurement &&
      phase.kind === main.phase.kind &&
      workloadKey({ phase, measurement: phase.measurement }) === key,
  );
  return match?.measurement ? { phase: match, measurement: match.measurement } : null;
}

function workloadKey({ phase: { workload, loop }, measurement }: MainResult): string {
  const { block_sizes, read_percent, random_percent, load_percent } = workload;
  return JSON.stringify([
    block_sizes,
    read_percent,
    random_percent,
    load_percent ?? null,
    measurement.outstanding_ios,
    loop ?? null,
  ]);
}

const isNumber = (value: unknown): value is number => typeof value === "number";

/** Return the block size of a phase, `4 KiB`; null where it has several or none. */
export function blockText({ workload: { block_sizes: sizes } }: Pick<Phase, "workload">): string | null {
  const [size, ...others] = Array.isArray(sizes) ? (sizes as { bytes?: unknown }[]) : [];
  return size && others.length === 0 && isNumber(size.bytes) ? formatBinaryBytes(size.bytes) : null;
}

/** Return the workload of a phase as people call it; null where it has several block sizes or none. */
export function workloadName({ workload }: Pick<Phase, "workload">): string | null {
  const { block_sizes: sizes, read_percent: read, random_percent: random } = workload;
  const [size, ...others] = Array.isArray(sizes) ? (sizes as { bytes?: unknown }[]) : [];
  if (!size || others.length > 0 || !isNumber(size.bytes)) return null;
  const asNumber = (value: unknown) => (isNumber(value) ? value : undefined);
  return nameWorkload({ blockBytes: size.bytes, readPercent: asNumber(read), randomPercent: asNumber(random) });
}
