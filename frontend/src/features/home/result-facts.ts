/** A result as its card shows it. */
import type { RecentResult, Thumbnail } from "@/api/types";
import { figureValue } from "@/components/headline";
import { pictureOf } from "@/components/result-picture";
import { findMetric } from "@/lib/metrics";
import { shortAge } from "@/lib/short-times";
import { messages } from "@/messages";
import { home as words } from "@/messages/home";
import type { ResultCardProps } from "@/parts/result-card";

export type CardFacts = Omit<ResultCardProps, "badge">;

/** Return the facts of a card; the badge is drawn by the page. */
export function cardFacts(result: RecentResult, now: Date): CardFacts {
  const { figure, change, thumbnail, number, finished_at, created_at } = result;
  const metric = figure && findMetric(figure.metric);
  const name = result.configuration?.name ?? result.title;
  return {
    picture: thumbnail && pictureOf(thumbnail, result.verdict?.status ?? null),
    name,
    workload: figure?.workload ?? (name === result.title ? (result.profile?.name ?? "") : result.title),
    value: figureValue(figure),
    change: change && { percent: change.percent, metric: metric?.name ?? null },
    meta: words.meta([
      number,
      messages.ago(shortAge(new Date(finished_at ?? created_at), now)),
      ...(change ? [words.versus(change.run_number)] : []),
    ]),
    isNew: result.is_new,
  };
}

/** Return the size of a sweep in words; null of any other picture. */
export function sweepSize(thumbnail: Thumbnail | null): string | null {
  if (thumbnail?.kind !== "sweep") return null;
  return words.sweepSize(thumbnail.lines.length, thumbnail.lines[0]?.length ?? 0);
}
