/** Labels, trash and validity of all selected runs, with the way back. */
import { useQueryClient } from "@tanstack/react-query";
import { useApi } from "@/api/context";
import { changeLabels } from "@/api/labels";
import { markInvalid, rereadRuns, restoreRun, trashRun } from "@/api/run-validity";
import { runQuery } from "@/api/runs";
import type { RunSummary } from "@/api/types";
import { formatLabel, type LabelValues, parseLabel } from "@/lib/labels";
import { runList } from "@/messages/run-list";
import { toast } from "@/shell/toasts";
import { type BulkOutcome, forEachRun } from "./bulk-actions";

const words = runList.bulk;
const MAX_NAMED = 3;

export interface BulkOptions {
  selected: readonly string[];
  /** Return a run that is loaded. */
  find: (number: string) => RunSummary | undefined;
  /** Leaves these selected. */
  select: (numbers: string[]) => void;
}

export function useBulkActions({ selected, find, select }: BulkOptions) {
  const api = useApi();
  const queryClient = useQueryClient();
  const finish = async ({ done, failed }: BulkOutcome, title: (count: number) => string, undo?: () => unknown) => {
    if (done.length > 0) toast.success({ title: title(done.length), undo });
    if (failed.length > 0) toast.error({ title: words.failed(failed.length), detail: namedFailures(failed) });
    await rereadRuns(queryClient);
  };
  const takeBack = async (numbers: readonly string[], act: (run: string) => Promise<unknown>) => {
    const { failed } = await forEachRun(numbers, act);
    await rereadRuns(queryClient);
    if (failed.length > 0) throw new Error(namedFailures(failed));
  };
  const labelsOf = async (number: string): Promise<LabelValues> =>
    (find(number) ?? (await queryClient.fetchQuery(runQuery(api, number)))).labels;
  return {
    label: async (label: string) => {
      const before = new Map<string, string | null>();
      const outcome = await forEachRun(selected, async (run) => {
        before.set(run, labelLike(await labelsOf(run), label));
        await changeLabels(api, "runs", run, { add: [label] });
      });
      await finish(
        outcome,
        (count) => words.labelled(count, label),
        () =>
          takeBack(outcome.done, (run) => {
            const old = before.get(run);
            return changeLabels(api, "runs", run, old ? { add: [old] } : { remove: [label] });
          }),
      );
    },
    trash: async () => {
      const outcome = await forEachRun(selected, (run) => trashRun(api, run));
      select(outcome.failed.map(({ run }) => run));
      await finish(outcome, words.trashed, () => takeBack(outcome.done, (run) => restoreRun(api, run)));
    },
    markInvalid: async (reason: string) => {
      const outcome = await forEachRun(selected, (run) => markInvalid(api, run, reason));
      await finish(outcome, words.marked);
    },
  };
}

/** Return the label of the same key that a thing has; null without one. */
function labelLike(labels: LabelValues, label: string): string | null {
  const key = parseLabel(label)?.[0].toLowerCase();
  const match = Object.entries(labels).find(([name]) => name.toLowerCase() === key);
  return match ? formatLabel(...match) : null;
}

function namedFailures(failed: BulkOutcome["failed"]): string {
  const named = failed.slice(0, MAX_NAMED).map(({ run, reason }) => words.failedRun(run, reason));
  const rest = failed.length - named.length;
  return [...named, ...(rest > 0 ? [words.failedMore(rest)] : [])].join(" · ");
}
