/** Ratings as panels of a permalink. Pure. */
import { panelTitle } from "../panels";
import { answerTo, type FreezingData, type Frozen } from "../workbench/answers";
import type { PanelFigure } from "../workbench/contract";
import type { Panel } from "../workbench/document";
import { barsUnderNames, exclusions, referenceOf } from "./ratings";
import { words } from "./words";

function freezeRating(panel: Panel, answered: FreezingData): Frozen {
  const { shown } = answered;
  if (shown.length < 2) return { reason: words.tooFew };
  const runs = shown.flatMap((entry) => entry.runs.map(({ number }) => number));
  const requestRanking = (reference: string | null) => answerTo({ ranking: { runs, reference } }, answered);
  const plain = requestRanking(null);
  const reference = plain.ranking && referenceOf(plain.ranking, shown);
  const isOther = reference !== undefined && reference !== plain.ranking?.reference;
  const { key, ranking } = isOther ? requestRanking(reference) : plain;
  if (!ranking) return { reason: words.none };
  const remark = exclusions(ranking.left_out).join(" ");
  const data = barsUnderNames(ranking, shown);
  if (data.bars.length === 0) return { reason: [words.none, remark].filter(Boolean).join(" ") };
  const subtitle = words.subtitle(ranking.workloads.length);
  return { chart: "rank", title: panelTitle(panel), subtitle, remark, data, ranking: key };
}

export const figure: PanelFigure = { from: "ratings", freeze: freezeRating };
