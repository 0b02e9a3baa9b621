/** /runs/$ref/files: the raw files of a run, and the log of its attempts. */
import { RunFilesPart } from "@/features/run/run-files";

export function RunFilesRoute() {
  return <RunFilesPart />;
}
