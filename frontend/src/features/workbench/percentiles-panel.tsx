/** Latency percentiles of one result of each entry, laid over each other. */
import { useQueries } from "@tanstack/react-query";
import { useMemo } from "react";
import { useApi } from "@/api/context";
import { distributionsQuery, isTerminalRun, percentilesQuery } from "@/api/runs";
import type { PercentilesData } from "@/charts/percentiles/curves";
import { percentiles } from "@/charts/percentiles/definition";
import { countedRun, numbersOf, ordinalOf, resultName, resultsRemark } from "@/charts/percentiles/results";
import { words } from "@/charts/percentiles/words";
import { chosenRun, type Entry } from "@/charts/workbench/entries";
import { useSettled } from "@/lib/use-settled";
import { workbench } from "@/messages/workbench";
import type { PanelProps } from "./panel-context";
import { PanelFigure } from "./panel-figure";
import { NothingToDraw, PanelFailed, PanelWaiting } from "./panel-frame";

const panels = workbench.panels;

function runOf(entry: Entry): { number: string; isOver: boolean } {
  const number = countedRun(entry);
  const drawn = entry.drawn.find((run) => run.number === number);
  return { number, isOver: drawn ? isTerminalRun(drawn.state) : true };
}

/** A share of I/Os is no latency that could be compared. */
const WITHOUT_SHARES = { ...percentiles, toggle: undefined };

export function PercentilesPanel(props: PanelProps) {
  const { panel, context } = props;
  const { shown, entries } = context;
  const api = useApi();
  const numbers = numbersOf(panel, context);
  const base = numbers === "absolute" ? undefined : entries.find(({ isBaseline }) => isBaseline);
  // A baseline that is hidden is still what the others are compared with.
  const compared = base && !shown.includes(base) ? [...shown, base] : shown;
  const basePlace = base ? compared.indexOf(base) : -1;
  const runs = compared.map(runOf);
  const all = useQueries({ queries: runs.map(({ number, isOver }) => percentilesQuery(api, number, isOver)) });
  const items = all.map(({ data }) => data?.items ?? []);
  const isKnown = all.every(({ data }) => data !== undefined);
  const name = isKnown ? resultName(items, panel.workload) : null;
  const ordinals = items.map((own) => (name === null ? null : ordinalOf(own, name)));
  const details = useQueries({
    queries: runs.map(({ number }, place) => ({
      ...distributionsQuery(api, number, [ordinals[place] ?? 0]),
      enabled: ordinals[place] !== null && ordinals[place] !== undefined,
    })),
  });
  const answers = useSettled(details.map(({ data }) => data));
  const data = useMemo((): PercentilesData | null => {
    const [first] = answers.filter((answer) => answer !== undefined);
    if (!first) return null;
    const curves = shown.flatMap((entry, place) => {
      const { name: label, order = 0, baseline = false, single } = chosenRun(entry);
      const distribution = answers[place]?.items[0]?.distributions.find(({ direction }) => direction === "total");
      return distribution ? [{ name: label, look: { order, baseline, single }, distribution: distribution }] : [];
    });
    const held = answers[basePlace]?.items[0]?.distributions.find(({ direction }) => direction === "total");
    return {
      percents: first.percents,
      min_beyond: first.min_beyond,
      cdf: false,
      curves,
      ...(held && numbers !== "absolute" ? { base: { numbers, of: held } } : {}),
    };
  }, [answers, shown, basePlace, numbers]);
  if (shown.length === 0) return <NothingToDraw {...props} reason={panels.allHidden} />;
  const failed = [...all, ...details].find(({ error, data: answer }) => error && !answer);
  if (failed) return <PanelFailed {...props} error={failed.error} retry={() => void failed.refetch()} />;
  if (!isKnown) return <PanelWaiting {...props} />;
  if (name === null) {
    const { workload } = panel;
    return <NothingToDraw {...props} reason={workload === null ? words.none : panels.noWorkload(workload)} />;
  }
  const isOnItsWay = details.some(({ data: answer }, place) => ordinals[place] !== null && answer === undefined);
  if (!data || isOnItsWay) return <PanelWaiting {...props} />;
  if (basePlace >= 0 && !data.base) return <NothingToDraw {...props} reason={words.noBaselineOf(name)} />;
  return (
    <PanelFigure
      {...props}
      definition={data.base ? WITHOUT_SHARES : percentiles}
      data={data}
      subtitle={data.base ? `${name}, ${words.againstBaseline[data.base.numbers]}` : name}
      remark={resultsRemark(shown, ordinals)}
    />
  );
}
