/** At the top of a run: that it is invalid or in the trash, who decided so and why, and the way back. */
import { Button, Text } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useApi } from "@/api/context";
import { usePermissions } from "@/api/permissions";
import { markValid, rereadRuns, restoreRun } from "@/api/run-validity";
import type { Run } from "@/api/types";
import { ErrorNotice, Notice } from "@/components/notice";
import { PromptButton } from "@/components/prompt-button";
import { formatDateTime } from "@/lib/units";
import { runValidity as words } from "@/messages/run-validity";

type Decision = NonNullable<Run["invalid"]>;

export function ValidityBanner({ run }: { run: Pick<Run, "number" | "invalid" | "trashed"> }) {
  const { operate } = usePermissions();
  return (
    <>
      {run.trashed && (
        <Notice level="warn" title={words.trashedTitle}>
          <Decided decision={run.trashed} means={words.trashedMeans} />
          {operate && <RestoreButton number={run.number} />}
        </Notice>
      )}
      {run.invalid && (
        <Notice level="error" title={words.invalidTitle}>
          <Decided decision={run.invalid} means={words.invalidMeans} />
          {operate && <ValidButton number={run.number} />}
        </Notice>
      )}
    </>
  );
}

function Decided({ decision: { at, by, reason }, means }: { decision: Decision; means: string }) {
  return (
    <>
      {reason && <Text style={{ whiteSpace: "pre-line", overflowWrap: "anywhere" }}>{words.reason(reason)}</Text>}
      <Text c="dimmed">{words.by(by, formatDateTime(at))}</Text>
      <Text maw="80ch" mb={8}>
        {means}
      </Text>
    </>
  );
}

export function RestoreButton({ number }: { number: string }) {
  const api = useApi();
  const queryClient = useQueryClient();
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => restoreRun(api, number),
    onSuccess: () => rereadRuns(queryClient),
  });
  return (
    <>
      <Button
        variant="default"
        size="xs"
        aria-label={words.restoring(number)}
        loading={isPending}
        onClick={() => mutate()}
      >
        {words.restore}
      </Button>
      {error && <ErrorNotice error={error} />}
    </>
  );
}

function ValidButton({ number }: { number: string }) {
  const api = useApi();
  const queryClient = useQueryClient();
  return (
    <PromptButton
      label={words.markValid}
      size="xs"
      title={words.validTitle(number)}
      explanation={words.validExplain}
      fields={[{ name: "reason", label: words.validReason, missing: words.validReasonMissing }]}
      confirmLabel={words.validConfirm}
      keepLabel={words.keep}
      confirm={async ({ reason = "" }) => {
        await markValid(api, number, reason);
        await rereadRuns(queryClient);
      }}
    />
  );
}
