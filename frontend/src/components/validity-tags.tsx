/** That a run does not count or is not shown elsewhere, with who decided so and why. */
import type { RunSummary } from "@/api/types";
import { formatDateTime } from "@/lib/units";
import { runValidity as words } from "@/messages/run-validity";
import { Tag } from "./tag";

export function ValidityTags({ run }: { run: Pick<RunSummary, "invalid" | "trashed"> }) {
  return (
    <>
      {run.invalid && <Tag level="error" label={words.invalid} detail={detail(run.invalid)} />}
      {run.trashed && <Tag level="warn" label={words.trashed} detail={detail(run.trashed)} />}
    </>
  );
}

function detail({ at, by, reason }: NonNullable<RunSummary["invalid"]>): string {
  return [reason, words.by(by, formatDateTime(at))].filter(Boolean).join(" – ");
}
