/** Small picture of the measurements in a run of a job. */
import type { Repeats, RunSummary } from "@/api/types";
import type { ThumbnailData } from "@/parts/thumbnail";

/** Its rounds to the steady state, else its measured points as bars; null where it has fewer than two of either. */
export function runPicture(
  { number, verdict }: Pick<RunSummary, "number" | "verdict">,
  repeats: Pick<Repeats, "runs" | "items"> | undefined,
): ThumbnailData | null {
  const rounds = verdict?.rounds ?? [];
  if (rounds.length > 1) {
    return { kind: "curve", values: rounds, ...(verdict?.status === "not_steady" ? { tone: "warn" as const } : {}) };
  }
  const place = repeats?.runs.indexOf(number) ?? -1;
  if (!repeats || place < 0) return null;
  // Bars of one picture have one scale, so points of another metric than the first are left out.
  const [first] = repeats.items;
  const values = repeats.items.flatMap(({ metric, values: runValues }) =>
    metric === first?.metric ? (runValues[place] ?? []) : [],
  );
  return values.length > 1 ? { kind: "bars", values } : null;
}
