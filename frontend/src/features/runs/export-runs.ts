/** Takes runs away as CSV, with the columns that are shown and exact numbers. */
import type { Api } from "@/api/client";
import { type RunTableRequest, readRunsAsCsv } from "@/api/run-table";
import { saveFile } from "@/lib/save-file";
import { runList as words } from "@/messages/run-list";
import { toast } from "@/shell/toasts";

export function exportRuns(api: Api, request: RunTableRequest): void {
  readRunsAsCsv(api, request).then(
    (file) => saveFile(file, "runs.csv"),
    (error: unknown) =>
      toast.error({ title: words.notExported, detail: error instanceof Error ? error.message : undefined }),
  );
}
