/**
 * Data of panels of single runs by date: a line for each configuration, and the outcomes of each night's runs. Pure.
 */

import type { DrawnRun } from "@/api/comparison";
import { METRICS } from "@/lib/metrics";
import { workbench } from "@/messages/workbench";
import { bestLoads, isCalled } from "../bars/figure";
import { barGroups, isCounted } from "../bars/option";
import { isMeasured } from "../changes";
import type { Outcome, VerdictsData } from "../night-verdicts/definition";
import type { Figure } from "../workbench/contract";
import type { ResultPanel } from "../workbench/document";
import type { Entry } from "../workbench/entries";
import { joined, rowsOf } from "../workbench/measured";
import type { PanelData } from "../workbench/panel-data";
import { changesBetween, entriesOfSystems, versionsOf } from "./firmware";
import { judgedLines, type NightLine, type NightRun, type NightsData, worseSentence } from "./lines";
import { words } from "./words";

const panels = workbench.panels;

const FAILED: ReadonlySet<string> = new Set(["failed", "cancelled", "lost"]);

/** The values of one workload by runs: of the chosen one, or of that which the most runs have. */
function valuesOf(
  panel: ResultPanel,
  { shown, runMeasurements }: PanelData,
): { workload: string; values: ReadonlyMap<string, number> } | { reason: string } {
  const { metric, workload } = panel;
  const groups = barGroups({ metric, measurements: { source: rowsOf(runMeasurements, shown) } });
  if (groups.length === 0) return { reason: panels.noMetric(METRICS[metric].label) };
  const candidates =
    workload === null
      ? bestLoads(groups, METRICS[metric].better).toSorted((a, b) => b.bars.length - a.bars.length)
      : groups.filter((group) => isCalled(group.workload, workload));
  const [chosen] = candidates;
  if (!chosen) return { reason: panels.noWorkload(workload ?? "") };
  return {
    workload: chosen.workload,
    values: new Map(chosen.bars.filter(isCounted).map(({ run, value }) => [run, value])),
  };
}

function lineOf(
  entries: readonly Entry[],
  values: ReadonlyMap<string, number>,
  { factors }: PanelData["comparison"],
): NightLine[] {
  const [first] = entries;
  if (!first) return [];
  const dated = entries
    .flatMap((entry) =>
      entry.drawn.flatMap(({ number, started_at: at, verdict }) => {
        const isLeftOut = entry.runs.find((run) => run.number === number)?.left_out != null;
        const value = isLeftOut ? null : (values.get(number) ?? null);
        return at === null ? [] : [{ entry, night: { run: number, at, value, verdict } }];
      }),
    )
    .toSorted((a, b) => Date.parse(a.night.at) - Date.parse(b.night.at));
  const runs = dated.map(({ entry, night }, place): NightRun => {
    // A run without a value is not drawn, and has no mark.
    const before = dated.slice(0, place).findLast((point) => point.night.value !== null)?.entry;
    if (!before || night.value === null) return night;
    const firmware = changesBetween(versionsOf(factors, before), versionsOf(factors, entry));
    return firmware.length > 0 ? { ...night, firmware } : night;
  });
  return [
    {
      name: entries.length > 1 ? (first.configuration?.name ?? first.name) : first.name,
      order: first.order,
      ...(entries.some(({ isBaseline }) => isBaseline) ? { baseline: true } : {}),
      ...(entries.some(({ isWorse }) => isWorse) ? { isWorse: true } : {}),
      runs,
    },
  ];
}

const undatedIn = (runs: readonly DrawnRun[]): number => runs.filter(({ started_at }) => started_at === null).length;

/** `needsUsual` leaves lines out that have too few earlier runs. */
function nightsFigure(panel: ResultPanel, context: PanelData, needsUsual: boolean): Figure<NightsData> {
  const { comparison, shown, numbers } = context;
  if (shown.length === 0) return { reason: panels.allHidden };
  const result = valuesOf(panel, context);
  if ("reason" in result) return result;
  const lines = entriesOfSystems(comparison.factors, shown).flatMap((entries) =>
    lineOf(entries, result.values, comparison),
  );
  const data: NightsData = {
    metric: panel.metric,
    workload: result.workload,
    lines: lines.filter(({ runs }) => runs.length > 0),
    numbers,
    log: panel.options.log,
  };
  const judged = judgedLines(data);
  if (judged.length === 0) return { reason: words.noDates };
  const isOfUsual = needsUsual || isMeasured(data);
  const few = judged.filter(({ usual }) => usual === null).map(({ name }) => name);
  if (isOfUsual && few.length === judged.length) return { reason: words.noUsual };
  const without = lines.filter(({ name }) => !judged.some((line) => line.name === name)).map(({ name }) => name);
  const undated = undatedIn(shown.flatMap(({ drawn }) => drawn));
  const remark = [
    judged.some(({ since }) => since) ? worseSentence(judged) : "",
    isOfUsual && few.length > 0 ? words.noUsualOf(few.join(", ")) : "",
    without.length > 0 ? panels.without(without.join(", ")) : "",
    undated > 0 ? words.undated(undated) : "",
  ];
  return {
    data,
    subtitle: joined(result.workload, METRICS[panel.metric].label),
    remark: remark.filter(Boolean).join(" "),
  };
}

export function nightlyFigure(panel: ResultPanel, context: PanelData): Figure<NightsData> {
  const figure = nightsFigure(panel, context, false);
  if ("reason" in figure) return figure;
  const { log, workload, numbers } = figure.data;
  const marks = judgedLines(figure.data).flatMap(({ runs }) => runs);
  const remark = [
    figure.remark,
    marks.some(({ isWorse }) => isWorse) ? words.worseMark : "",
    marks.some(({ verdict }) => verdict === "not_steady") ? words.notSteadyMark : "",
  ];
  return {
    ...figure,
    subtitle: joined(workload, numbers === "absolute" && log && words.log),
    remark: remark.filter(Boolean).join(" "),
  };
}

export const latestFigure = (panel: ResultPanel, context: PanelData) => nightsFigure(panel, context, false);

export const nightMapFigure = (panel: ResultPanel, context: PanelData) => nightsFigure(panel, context, true);

const outcomeOf = ({ state, verdict }: DrawnRun): Outcome | null => {
  if (FAILED.has(state)) return "failed";
  if (state !== "finished") return null;
  return verdict === "steady" || verdict === "not_steady" ? verdict : "other";
};

export function verdictsFigure({ shown }: Pick<PanelData, "shown">): Figure<VerdictsData> {
  if (shown.length === 0) return { reason: panels.allHidden };
  const drawn = shown.flatMap((entry) => entry.drawn);
  const runs = drawn.flatMap((run) => {
    const outcome = outcomeOf(run);
    return run.started_at === null || outcome === null ? [] : [{ run: run.number, at: run.started_at, outcome }];
  });
  if (runs.length === 0) return { reason: words.noDates };
  const undated = undatedIn(drawn);
  const [only, ...others] = new Set(runs.map(({ outcome }) => outcome));
  return {
    data: { runs },
    // One kind alone has no legend.
    subtitle: joined(words.perNight, only && others.length === 0 && words.all(words.outcomes[only])),
    ...(undated > 0 ? { remark: words.undated(undated) } : {}),
  };
}
