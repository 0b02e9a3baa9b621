/** Configurations by their rating over all workloads. */
import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { type Award, awardsQuery } from "@/api/awards";
import { useApi } from "@/api/context";
import { type Ranking, type RankingChoice, rankingQuery } from "@/api/rankings";
import { rank } from "@/charts/rank/definition";
import { barsUnderNames, exclusions, referenceOf } from "@/charts/rank/ratings";
import { words } from "@/charts/rank/words";
import { awards as awardWords } from "@/messages/awards";
import { rankings } from "@/messages/rankings";
import type { PanelContext, PanelProps } from "./panel-context";
import { PanelFigure } from "./panel-figure";
import { NothingToDraw, PanelFailed, PanelWaiting } from "./panel-frame";
import { RankingDialog } from "./ranking-dialog";

const NO_AWARDS: readonly Award[] = [];

interface Rated {
  choice: RankingChoice & { runs: readonly string[] };
  ranking: Ranking | undefined;
  error: unknown;
  retry: () => void;
}

/** The rating of the shown entries against the baseline, or against the best where the baseline has no place. */
function useRating({ shown }: PanelContext): Rated {
  const api = useApi();
  const runs = shown.flatMap((entry) => entry.runs.map(({ number }) => number));
  const plain = useQuery({ ...rankingQuery(api, { runs, all: true }), enabled: shown.length > 1 });
  const reference = plain.data && referenceOf(plain.data, shown);
  const isOther = reference !== undefined && plain.data?.reference !== reference;
  const against = useQuery({ ...rankingQuery(api, { runs, all: true, reference }), enabled: isOther });
  const { data, error, refetch } = isOther ? against : plain;
  return {
    choice: { runs, all: true, reference },
    ranking: data,
    error,
    retry: () => void refetch(),
  };
}

/** Return a remark with the awards by people and the figures that are left out. */
function remarkOf({ left_out, configurations }: Ranking, awards: readonly Award[]): string {
  const ranked = new Set(configurations.map(({ class_hash }) => class_hash));
  const given = awards.filter(({ withdrawn_at, class_hash }) => withdrawn_at === null && ranked.has(class_hash));
  const named = given.map(({ title, configuration_name }) => awardWords.short(title, configuration_name));
  return [...named, ...exclusions(left_out)].join(" ");
}

export function RankPanel(props: PanelProps) {
  const { context, acts } = props;
  const { shown } = context;
  const [isOpen, setOpen] = useState(false);
  const { choice, ranking, error, retry } = useRating(context);
  const awards = useQuery({ ...awardsQuery(useApi(), choice), enabled: shown.length > 1 });
  const ranked = useMemo(() => ranking && barsUnderNames(ranking, shown), [ranking, shown]);
  const withRanking = useMemo(() => [...acts, { label: rankings.open, run: () => setOpen(true) }], [acts]);
  const dialog = isOpen && (
    <RankingDialog runs={choice.runs} reference={choice.reference} close={() => setOpen(false)} />
  );
  if (shown.length < 2) return <NothingToDraw {...props} reason={words.tooFew} />;
  if (error && !ranking) return <PanelFailed {...props} error={error} retry={retry} />;
  // Its remark names awards, and takes room of the chart: both appear at once.
  if (!ranked || !ranking || awards.isPending) return <PanelWaiting {...props} />;
  if (ranked.bars.length === 0) {
    const reason = [words.none, remarkOf(ranking, NO_AWARDS)].filter(Boolean).join(" ");
    return (
      <>
        <NothingToDraw {...props} acts={withRanking} reason={reason} />
        {dialog}
      </>
    );
  }
  return (
    <>
      <PanelFigure
        {...props}
        acts={withRanking}
        definition={rank}
        data={ranked}
        subtitle={words.subtitle(ranking.workloads.length)}
        remark={remarkOf(ranking, awards.data?.items ?? NO_AWARDS) || undefined}
      />
      {dialog}
    </>
  );
}
