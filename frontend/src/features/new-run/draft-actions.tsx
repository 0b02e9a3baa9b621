/** The quiet actions of a draft: its link, its job files, and another run to begin with. */
import { Button } from "@mantine/core";
import { IconCode, IconCopy, IconRepeat } from "@tabler/icons-react";
import { lazy, Suspense, useState } from "react";
import type { ForeseenPlan } from "@/api/jobs";
import type { JobRequest, Profile } from "@/api/types";
import { Dialog } from "@/components/dialog";
import { newRun as words } from "@/messages/new-run";
import { Copyable } from "@/parts/copyable";
import { toast } from "@/shell/toasts";
import type { JobDraft } from "./draft";
import classes from "./draft-actions.module.css";

const JobFileDialog = lazy(() => import("./job-file-dialog").then((file) => ({ default: file.JobFileDialog })));
const EarlierRunDialog = lazy(() =>
  import("./earlier-run-dialog").then((file) => ({ default: file.EarlierRunDialog })),
);

/** All are left out while the form is read. */
export interface DraftActionsProps {
  request?: JobRequest | null;
  plan?: ForeseenPlan | undefined;
  profile?: Profile | undefined;
  replace?: (draft: JobDraft) => void;
}

export function DraftActions({ request, plan, profile, replace }: DraftActionsProps) {
  const [open, setOpen] = useState<"file" | "earlier" | "link" | null>(null);
  const close = () => setOpen(null);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(window.location.href);
      toast.success({ title: words.linkCopied, detail: words.linkHolds });
    } catch {
      // Plain HTTP has no clipboard: the link is shown, to be selected.
      setOpen("link");
    }
  };
  const icon = { size: 15, stroke: 1.75, "aria-hidden": true } as const;
  return (
    <>
      <div className={classes.actions}>
        <Button
          variant="subtle"
          title={words.copyLink}
          leftSection={<IconCopy {...icon} />}
          onClick={() => void copy()}
        >
          <span className={classes.word}>{words.copyLink}</span>
        </Button>
        <Button
          variant="subtle"
          title={words.jobFile}
          leftSection={<IconCode {...icon} />}
          disabled={!request || !plan || !profile}
          onClick={() => setOpen("file")}
        >
          <span className={classes.word}>{words.jobFile}</span>
        </Button>
        <Button
          variant="default"
          leftSection={<IconRepeat {...icon} />}
          disabled={!replace}
          onClick={() => setOpen("earlier")}
        >
          {words.fromEarlier}
        </Button>
      </div>
      {open === "link" && (
        <Dialog title={words.linkTitle} onClose={close} closeButtonProps={{ "aria-label": words.close }}>
          <Copyable value={window.location.href} label={words.link} />
        </Dialog>
      )}
      <Suspense>
        {open === "file" && request && plan && profile && (
          <JobFileDialog request={request} plan={plan} profile={profile} close={close} />
        )}
        {open === "earlier" && replace && (
          <EarlierRunDialog
            close={close}
            choose={(draft) => {
              replace(draft);
              close();
            }}
          />
        )}
      </Suspense>
    </>
  );
}
