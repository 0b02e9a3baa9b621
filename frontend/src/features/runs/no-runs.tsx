/** An empty list: how it is filled, or which conditions are in the way. */
import { Button, CloseButton } from "@mantine/core";
import { useQueries } from "@tanstack/react-query";
import { useApi } from "@/api/context";
import { usePermissions } from "@/api/permissions";
import { runCountQuery } from "@/api/run-table";
import { ButtonLink } from "@/components/link";
import { splitQuery, withoutPart } from "@/lib/query-parts";
import { messages } from "@/messages";
import { runList as words } from "@/messages/run-list";
import { shell } from "@/messages/shell";
import { EmptyState } from "@/parts/empty-state";
import classes from "./runs.module.css";

const MAX_CONDITIONS = 8;

export function NoRuns({ q, change }: { q: string | undefined; change: (q: string | undefined) => void }) {
  if (q === undefined) return <Empty />;
  const parts = splitQuery(q);
  const clear = (
    <Button key="clear" variant="default" onClick={() => change(undefined)}>
      {messages.clearFilters}
    </Button>
  );
  return (
    <div className={classes.noMatch}>
      <EmptyState
        title={words.noMatchTitle}
        text={parts.length > 1 ? words.noMatch : words.noMatchOne}
        actions={[clear]}
      />
      {parts.length > 1 && <Conditions q={q} parts={parts.slice(0, MAX_CONDITIONS)} change={change} />}
    </div>
  );
}

function Empty() {
  const { operate } = usePermissions();
  return (
    <EmptyState
      title={words.emptyTitle}
      text={words.empty}
      actions={
        operate
          ? [
              <ButtonLink key="new" variant="default" to="/new">
                {shell.newRun}
              </ButtonLink>,
              <ButtonLink key="import" variant="default" to="/import">
                {words.importResults}
              </ButtonLink>,
            ]
          : undefined
      }
    />
  );
}

interface ConditionsProps {
  q: string;
  parts: readonly string[];
  change: (q: string | undefined) => void;
}

/** Each with the number of runs that there are without it. */
function Conditions({ q, parts, change }: ConditionsProps) {
  const api = useApi();
  const rest = parts.map((part) => withoutPart(q, part) || undefined);
  const counts = useQueries({ queries: rest.map((without) => runCountQuery(api, without)) });
  return (
    <ul className={classes.conditions} aria-label={words.inTheWay}>
      {parts.map((part, place) => {
        const count = counts[place]?.data ?? null;
        return (
          <li key={part}>
            <code dir="auto" title={part}>
              {part}
            </code>
            <span>{count !== null && words.without(count)}</span>
            <CloseButton size="sm" aria-label={words.removeCondition(part)} onClick={() => change(rest[place])} />
          </li>
        );
      })}
    </ul>
  );
}
