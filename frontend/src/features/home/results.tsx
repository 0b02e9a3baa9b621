/** The latest results as cards; those since the last visit carry a dot. */
import { useMediaQuery } from "@mantine/hooks";
import { IconChevronRight } from "@tabler/icons-react";
import { useId } from "react";
import { usePermissions } from "@/api/permissions";
import type { Overview, RecentResult } from "@/api/types";
import { AnchorLink, ButtonLink } from "@/components/link";
import { sinceWords } from "@/components/when-words";
import { home as words } from "@/messages/home";
import { Badge, OriginBadge, StateBadge, VerdictBadge } from "@/parts/badge";
import { EmptyState } from "@/parts/empty-state";
import { ResultCard } from "@/parts/result-card";
import classes from "./home.module.css";
import { cardFacts, sweepSize } from "./result-facts";

/** As many as one row has at its width; two rows on a phone. */
const SHOWN = { typical: 4, wide: 6, widest: 8 } as const;
const AT_ONCE = { getInitialValueInEffect: false };

export function Results({ overview, now }: { overview: Overview; now: Date }) {
  const heading = useId();
  const shown = useShownCount();
  const { ended, new_result_count: count, last_visit_at } = overview;
  return (
    <section aria-labelledby={heading}>
      <div className={classes.head}>
        <h2 id={heading}>{words.results}</h2>
        {count > 0 && last_visit_at !== null && (
          <span className={classes.isNew}>
            <span className={classes.newDot} aria-hidden="true" />
            {words.newResults(count, sinceWords(new Date(last_visit_at), now))}
          </span>
        )}
        <AnchorLink to="/runs" search={{}} className={classes.all}>
          {words.allRuns}
          <IconChevronRight size={14} stroke={1.75} aria-hidden="true" />
        </AnchorLink>
      </div>
      {ended.length === 0 ? (
        <NoResults />
      ) : (
        <div className={classes.cards}>
          {ended.slice(0, shown).map((result, index) => (
            <ResultCard
              key={result.id}
              to="/runs/$ref"
              params={{ ref: result.number }}
              data-tour={index === 0 ? "result" : undefined}
              {...cardFacts(result, now)}
              badge={<ResultBadge result={result} />}
            />
          ))}
        </div>
      )}
    </section>
  );
}

function useShownCount(): number {
  const isWide = useMediaQuery("(min-width: 1680px)", undefined, AT_ONCE);
  const isWidest = useMediaQuery("(min-width: 2240px)", undefined, AT_ONCE);
  return isWidest ? SHOWN.widest : isWide ? SHOWN.wide : SHOWN.typical;
}

/** The verdict, else what is worth knowing: a run that did not finish, its source, or the size of a sweep. */
function ResultBadge({ result: { state, verdict, origin, completeness, thumbnail } }: { result: RecentResult }) {
  if (state !== "finished") return <StateBadge state={state} />;
  if (completeness === "partial") return <StateBadge state="partial" />;
  if (verdict) return <VerdictBadge verdict={verdict.status} />;
  if (origin !== "measured") return <OriginBadge origin={origin} />;
  const size = sweepSize(thumbnail);
  return size === null ? <StateBadge state={state} /> : <Badge tone="outlined">{size}</Badge>;
}

function NoResults() {
  const { operate } = usePermissions();
  const importing = (
    <ButtonLink key="import" to="/import" variant="default">
      {words.imports}
    </ButtonLink>
  );
  return <EmptyState title={words.noResults} text={words.noResultsHint} actions={operate ? [importing] : undefined} />;
}
