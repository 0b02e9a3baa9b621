/** /runs/$ref/history: the runs before and after a run, decisions about it, and the permalinks that use it. */
import { HistoryTab } from "@/features/run/history-tab";
import { useRun } from "@/features/run/run-context";
import { ValidityHistory } from "@/features/run-validity/validity-history";
import { RunPermalinks } from "@/features/shares/run-permalinks";

export function RunHistoryRoute() {
  const { marks, number } = useRun();
  return (
    <>
      <HistoryTab />
      <ValidityHistory marks={marks} />
      <RunPermalinks run={number} />
    </>
  );
}
