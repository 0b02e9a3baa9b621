/** The dialogs of what is done with a permalink; a refusal of the lab is shown in place. */
import { Button, Group, Stack, Text } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useApi } from "@/api/context";
import { rereadRuns } from "@/api/run-validity";
import { correctShare, deleteDraft, publishShare, removableRuns, removeReceived, withdrawShare } from "@/api/shares";
import type { Share } from "@/api/types";
import { ConfirmDialog } from "@/components/confirm-dialog";
import { Dialog } from "@/components/dialog";
import { PromptDialog } from "@/components/prompt-dialog";
import { shareEditor, shares as words } from "@/messages/shares";
import { AddressesDialog } from "./addresses-dialog";
import { PublishRefusal } from "./publish-refusal";
import { PublishedShareFacts } from "./published-share";
import type { ShareAction } from "./status";

export interface ActionDialogProps {
  share: Share;
  action: Exclude<ShareAction, "version" | "edit" | "compare">;
  removed?: () => void;
  close: () => void;
}

export function ActionDialog({ share, action, removed, close }: ActionDialogProps) {
  const { number, correction } = share;
  const api = useApi();
  const queryClient = useQueryClient();
  const shared = { close, keepLabel: words.keep };
  if (action === "publish") return <Publish number={number} close={close} />;
  if (action === "addresses") return <AddressesDialog number={number} close={close} />;
  if (action === "remove") {
    return (
      <ConfirmDialog
        {...shared}
        title={words.removeTitle(number)}
        explanation={words.removeExplain}
        confirmLabel={words.remove}
        confirm={async () => {
          await deleteDraft(api, number);
          removed?.();
        }}
      />
    );
  }
  if (action === "removeReceived") {
    return (
      <ConfirmDialog
        {...shared}
        title={words.removeReceivedTitle(number)}
        explanation={words.removeReceivedExplain(removableRuns(share))}
        confirmLabel={words.removeReceived}
        confirm={async () => {
          await removeReceived(api, share);
          void rereadRuns(queryClient);
          removed?.();
        }}
      />
    );
  }
  if (action === "uncorrect") {
    return (
      <ConfirmDialog
        {...shared}
        title={words.uncorrectTitle(number)}
        explanation={words.uncorrectExplain(correction ?? "")}
        confirmLabel={words.uncorrect}
        confirm={() => correctShare(api, number, null)}
      />
    );
  }
  if (action === "correct") {
    return (
      <PromptDialog
        {...shared}
        title={words.correctTitle(number)}
        explanation={words.correctExplain}
        fields={[{ name: "correction", label: words.correction, missing: words.correctionMissing }]}
        confirmLabel={words.correct}
        confirm={({ correction: text = "" }) => correctShare(api, number, text)}
      />
    );
  }
  return (
    <PromptDialog
      {...shared}
      title={words.withdrawTitle(number)}
      explanation={words.withdrawExplain}
      fields={[{ name: "reason", label: words.reason, hint: words.reasonHint, missing: words.reasonMissing }]}
      confirmLabel={words.withdraw}
      confirm={({ reason = "" }) => withdrawShare(api, number, reason)}
    />
  );
}

/** Confirm the publication; the same dialog then shows the address. */
function Publish({ number, close }: { number: string; close: () => void }) {
  const api = useApi();
  const { mutate, reset, isPending, error, data } = useMutation({
    mutationFn: (confirmed: boolean) => publishShare(api, number, confirmed),
  });
  return (
    <Dialog
      onClose={close}
      title={data ? words.publishedTitle(number) : words.publishTitle(number)}
      size="lg"
      closeOnClickOutside={!data}
      closeButtonProps={{ "aria-label": data ? words.done : words.keep }}
    >
      {data ? (
        <PublishedShareFacts share={data} done={close} />
      ) : (
        <Stack gap={16}>
          <Text>{words.publishExplain}</Text>
          {error && (
            <PublishRefusal
              error={error}
              title={shareEditor.notPublished}
              confirm={() => mutate(true)}
              cancel={reset}
            />
          )}
          <Group justify="flex-end" gap={8}>
            <Button variant="default" onClick={close}>
              {words.keep}
            </Button>
            <Button loading={isPending} onClick={() => mutate(false)}>
              {words.publish}
            </Button>
          </Group>
        </Stack>
      )}
    </Dialog>
  );
}
