/** Pauses and resumes a campaign; sharing, downloading and cancelling are in its menu. */
import { ActionIcon, Button, Menu } from "@mantine/core";
import { IconDots, IconPlayerPause, IconPlayerPlay } from "@tabler/icons-react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import {
  campaignDetails,
  campaignResultsAddress,
  cancelCampaign,
  isTerminalCampaign,
  pauseCampaign,
  resumeCampaign,
} from "@/api/campaigns";
import { useApi } from "@/api/context";
import { usePermissions } from "@/api/permissions";
import type { Campaign } from "@/api/types";
import { requestShare } from "@/components/share-request";
import { results, campaign as words } from "@/messages/campaigns";
import { toast } from "@/shell/toasts";

const ConfirmDialog = lazy(() =>
  import("@/components/confirm-dialog").then((module) => ({ default: module.ConfirmDialog })),
);

type Steered = Pick<Campaign, "number" | "name" | "state" | "cells_done">;

export function PauseButton({ campaign: { number, state } }: { campaign: Steered }) {
  const api = useApi();
  const queryClient = useQueryClient();
  const { operate } = usePermissions();
  const reread = () => queryClient.invalidateQueries({ queryKey: campaignDetails });
  const failed = (error: Error) => toast.error({ title: words.notSteered(number), detail: error.message });
  const resume = useMutation({ mutationFn: () => resumeCampaign(api, number), onSuccess: reread, onError: failed });
  const pause = useMutation({
    mutationFn: () => pauseCampaign(api, number),
    onSuccess: async () => {
      toast.success({
        title: words.paused(number),
        detail: words.pausedDetail,
        undo: async () => {
          await resumeCampaign(api, number);
          await reread();
        },
      });
      await reread();
    },
    onError: failed,
  });
  if (!operate) return null;
  const icon = { size: 15, stroke: 1.75, "aria-hidden": true } as const;
  if (state === "paused") {
    return (
      <Button
        variant="default"
        leftSection={<IconPlayerPlay {...icon} />}
        onClick={() => resume.mutate()}
        loading={resume.isPending}
      >
        {words.resume}
      </Button>
    );
  }
  if (state !== "planned" && state !== "running") return null;
  return (
    <Button
      variant="default"
      leftSection={<IconPlayerPause {...icon} />}
      onClick={() => pause.mutate()}
      loading={pause.isPending}
    >
      {words.pause}
    </Button>
  );
}

export function CampaignMenu({ campaign: { number, name, state, cells_done } }: { campaign: Steered }) {
  const api = useApi();
  const queryClient = useQueryClient();
  const { operate } = usePermissions();
  const [isConfirming, setConfirming] = useState(false);
  const mayCancel = operate && !isTerminalCampaign(state);
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="subtle" size={30} aria-label={words.menu} title={words.menu}>
            <IconDots size={17} stroke={1.75} aria-hidden="true" />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {operate && cells_done > 0 && (
            <Menu.Item
              onClick={() =>
                requestShare({ subject: { kind: "campaign", campaign: number }, name: number, title: name })
              }
            >
              {words.share}
            </Menu.Item>
          )}
          <Menu.Item component="a" href={campaignResultsAddress(api, number)} download>
            {results.download}
          </Menu.Item>
          {mayCancel && (
            <>
              <Menu.Divider />
              <Menu.Item color="var(--sl-err)" onClick={() => setConfirming(true)}>
                {words.cancelItem}
              </Menu.Item>
            </>
          )}
        </Menu.Dropdown>
      </Menu>
      <Suspense>
        {isConfirming && (
          <ConfirmDialog
            title={words.cancelTitle}
            explanation={words.cancelExplain}
            confirmLabel={words.cancel}
            keepLabel={words.keep}
            confirm={async () => {
              await cancelCampaign(api, number);
              await queryClient.invalidateQueries({ queryKey: campaignDetails });
            }}
            close={() => setConfirming(false)}
          />
        )}
      </Suspense>
    </>
  );
}
