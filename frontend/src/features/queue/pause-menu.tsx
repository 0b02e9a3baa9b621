/** "…" of the queue: pauses the whole lab, with a reason, or resumes it. */
import { ActionIcon, Menu } from "@mantine/core";
import { IconDots, IconPlayerPause, IconPlayerPlay } from "@tabler/icons-react";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { useApi } from "@/api/context";
import { labKey, labQuery, pauseLab, resumeLab } from "@/api/lab";
import { overviewKey } from "@/api/overview";
import { usePermissions } from "@/api/permissions";
import { queueKey } from "@/api/queue";
import { queue as words } from "@/messages/queue";
import { toast } from "@/shell/toasts";

const PromptDialog = lazy(() =>
  import("@/components/prompt-dialog").then((module) => ({ default: module.PromptDialog })),
);

export function PauseMenu() {
  const api = useApi();
  const queryClient = useQueryClient();
  const { operate } = usePermissions();
  const { data: lab } = useQuery(labQuery(api));
  const [isDialogOpen, setDialogOpen] = useState(false);
  const reread = () =>
    Promise.all([labKey, queueKey, overviewKey].map((queryKey) => queryClient.invalidateQueries({ queryKey })));
  const resume = useMutation({
    mutationFn: () => resumeLab(api).then(reread),
    onSuccess: () => toast.success({ title: words.resumed }),
    onError: (error) => toast.error({ title: words.notResumed, detail: error.message }),
  });
  if (!operate || !lab) return null;
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="subtle" size={30} aria-label={words.more}>
            <IconDots size={17} stroke={1.75} aria-hidden="true" />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {lab.paused ? (
            <Menu.Item
              leftSection={<IconPlayerPlay size={15} stroke={1.75} aria-hidden="true" />}
              onClick={() => resume.mutate()}
            >
              {words.resume}
            </Menu.Item>
          ) : (
            <Menu.Item
              leftSection={<IconPlayerPause size={15} stroke={1.75} aria-hidden="true" />}
              onClick={() => setDialogOpen(true)}
            >
              {words.pause}
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      <Suspense>
        {isDialogOpen && (
          <PromptDialog
            title={words.pauseTitle}
            explanation={words.pauseExplain}
            confirmLabel={words.pauseConfirm}
            keepLabel={words.pauseKeep}
            fields={[{ name: "reason", label: words.reason, hint: words.reasonHint, missing: words.reasonMissing }]}
            confirm={async ({ reason = "" }) => {
              await pauseLab(api, reason);
              await reread();
            }}
            close={() => setDialogOpen(false)}
          />
        )}
      </Suspense>
    </>
  );
}
