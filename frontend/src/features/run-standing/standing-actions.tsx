/** What operators decide about a run that is over: that it does not count, and that it belongs into the trash. */
import { useQueryClient } from "@tanstack/react-query";
import { useApi } from "@/api/context";
import { usePermissions } from "@/api/permissions";
import { markInvalid, rereadRuns, restoreRun, trashRun } from "@/api/run-validity";
import { isTerminalRun } from "@/api/runs";
import type { Run } from "@/api/types";
import { AskButton } from "@/components/ask-button";
import { runStanding as words } from "@/messages/run-standing";
import { toast } from "@/shell/toasts";

export function StandingActions({ run }: { run: Pick<Run, "number" | "state" | "invalid" | "trashed"> }) {
  const api = useApi();
  const queryClient = useQueryClient();
  const { operate } = usePermissions();
  if (!operate || !isTerminalRun(run.state)) return null;
  const { number } = run;
  return (
    <>
      {!run.invalid && (
        <AskButton
          label={words.markInvalid}
          size="xs"
          title={words.markTitle(number)}
          explanation={words.markExplain}
          fields={[{ name: "reason", label: words.markReason, missing: words.markReasonMissing }]}
          confirmLabel={words.markConfirm}
          keepLabel={words.keep}
          confirm={async ({ reason = "" }) => {
            await markInvalid(api, number, reason);
            await rereadRuns(queryClient);
          }}
        />
      )}
      {!run.trashed && (
        <AskButton
          label={words.trash}
          size="xs"
          title={words.trashTitle(number)}
          explanation={words.trashExplain}
          fields={[{ name: "reason", label: words.trashReason, missing: words.trashReasonMissing }]}
          confirmLabel={words.trashConfirm}
          keepLabel={words.keep}
          confirm={async ({ reason = "" }) => {
            await trashRun(api, number, reason);
            toast.success({
              title: words.trashedToast(number),
              undo: async () => {
                await restoreRun(api, number);
                await rereadRuns(queryClient);
              },
            });
            await rereadRuns(queryClient);
          }}
        />
      )}
    </>
  );
}
