/** Pauses the whole lab, with a reason, or takes it on again. */
import { Button } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useApi } from "@/api/context";
import { labKey, labQuery, pauseLab, resumeLab } from "@/api/lab";
import { usePermissions } from "@/api/permissions";
import { queueKey } from "@/api/queue";
import { AskButton } from "@/components/ask-button";
import { ErrorNotice } from "@/components/notice";
import { queue as words } from "@/messages/queue";

export function PauseSwitch() {
  const api = useApi();
  const queryClient = useQueryClient();
  const { operate } = usePermissions();
  const { data: lab } = useQuery(labQuery(api));
  const reread = () => Promise.all([labKey, queueKey].map((queryKey) => queryClient.invalidateQueries({ queryKey })));
  const resume = useMutation({ mutationFn: () => resumeLab(api), onSuccess: reread });
  if (!operate || !lab) return null;
  if (lab.paused) {
    return (
      <>
        {resume.error && <ErrorNotice error={resume.error} />}
        <Button onClick={() => resume.mutate()} loading={resume.isPending}>
          {words.resume}
        </Button>
      </>
    );
  }
  return (
    <AskButton
      label={words.pause}
      title={words.pauseTitle}
      explanation={words.pauseExplain}
      confirmLabel={words.pauseConfirm}
      keepLabel={words.pauseKeep}
      fields={[{ name: "reason", label: words.reason, hint: words.reasonHint, missing: words.reasonMissing }]}
      confirm={async ({ reason = "" }) => {
        await pauseLab(api, reason);
        await reread();
      }}
    />
  );
}
