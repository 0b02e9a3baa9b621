/** That parts of an address are left out, why, and the way to take them out of it. */
import { Button } from "@mantine/core";
import { Notice } from "@/components/notice";
import { readOrder } from "@/lib/column-text";
import { runList as words } from "@/messages/run-list";
import type { Refusal } from "./refusals";
import classes from "./runs.module.css";

const TITLES = {
  q: words.refusedQuery,
  columns: words.refusedColumn,
  sort: (order: string) => words.refusedSort(readOrder(order).column),
  group: words.refusedGroup,
} as const;

export interface RefusalNoticesProps {
  refusals: readonly Refusal[];
  drop: (refusal: Refusal) => void;
}

export function RefusalNotices({ refusals, drop }: RefusalNoticesProps) {
  if (refusals.length === 0) return null;
  return (
    <div className={classes.notices}>
      {refusals.map((refusal) => {
        const { parameter, part, problem } = refusal;
        return (
          <Notice key={`${parameter} ${part}`} level="warn" title={TITLES[parameter](part)}>
            <div>{problem.message}</div>
            <Button variant="default" size="xs" mt={4} onClick={() => drop(refusal)}>
              {words.drop}
            </Button>
          </Notice>
        );
      })}
    </div>
  );
}
