/** /runs/$ref/files: the raw files of a run, what happened in its attempts, and what people decided about it. */
import { StandingHistory } from "@/features/run-standing/standing-history";
import { useRun } from "@/features/runs/run-context";
import { RunFilesPart } from "@/features/runs/run-files";

export function RunFilesRoute() {
  const { marks } = useRun();
  return (
    <>
      {/* Above what is still on its way, so that it is not pushed. */}
      <StandingHistory marks={marks} />
      <RunFilesPart />
    </>
  );
}
