/** The key chart of a result in small, as lists and cards draw it. */
import type { Thumbnail } from "@/api/types";
import type { ThumbnailData } from "@/parts/thumbnail";

/** Return the drawing of a thumbnail; what is not steady has the colour of a warning. */
export function pictureOf({ kind, lines, window }: Thumbnail, verdict: string | null): ThumbnailData {
  const [first = []] = lines;
  if (kind === "bars") return { kind: "bars", values: first.map((value) => value ?? 0) };
  if (kind === "sweep") return { kind: "lines", series: lines };
  const [from, to] = window ?? [];
  return {
    kind: "curve",
    values: first,
    ...(from !== undefined && to !== undefined ? { band: [from, to] as const } : {}),
    ...(verdict === "not_steady" ? { tone: "warn" as const } : {}),
  };
}
