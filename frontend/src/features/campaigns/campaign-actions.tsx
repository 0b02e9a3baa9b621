/** Pauses, resumes and cancels a campaign. */
import { Button } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { campaignDetails, cancelCampaign, isTerminalCampaign, pauseCampaign, resumeCampaign } from "@/api/campaigns";
import { useApi } from "@/api/context";
import { usePermissions } from "@/api/permissions";
import type { Campaign } from "@/api/types";
import { ConfirmButton } from "@/components/confirm-button";
import { ErrorNotice } from "@/components/notice";
import { campaign as words } from "@/messages/campaigns";

export function CampaignActions({ campaign: { number, state } }: { campaign: Campaign }) {
  const api = useApi();
  const queryClient = useQueryClient();
  const { operate } = usePermissions();
  const reread = () => queryClient.invalidateQueries({ queryKey: campaignDetails });
  const resume = useMutation({ mutationFn: () => resumeCampaign(api, number), onSuccess: reread });
  if (!operate || isTerminalCampaign(state)) return null;
  return (
    <>
      {resume.error && <ErrorNotice error={resume.error} />}
      {state === "paused" && (
        <Button onClick={() => resume.mutate()} loading={resume.isPending}>
          {words.resume}
        </Button>
      )}
      {(state === "planned" || state === "running") && (
        <ConfirmButton
          title={words.pauseTitle}
          explanation={words.pauseExplain}
          confirmLabel={words.pause}
          keepLabel={words.keepGoing}
          confirm={async () => {
            await pauseCampaign(api, number);
            await reread();
          }}
        />
      )}
      <ConfirmButton
        title={words.cancelTitle}
        explanation={words.cancelExplain}
        confirmLabel={words.cancel}
        keepLabel={words.keep}
        confirm={async () => {
          await cancelCampaign(api, number);
          await reread();
        }}
      />
    </>
  );
}
