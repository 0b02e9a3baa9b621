/** The quiet actions of a draft: its link, its job files, and another run to begin with. */
import { Button } from "@mantine/core";
import { IconCode, IconRepeat } from "@tabler/icons-react";
import { lazy, Suspense, useState } from "react";
import type { ForeseenPlan } from "@/api/jobs";
import type { JobRequest, Profile } from "@/api/types";
import { CopyLinkButton } from "@/components/copy-link-button";
import { newRun as words } from "@/messages/new-run";
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
  const [open, setOpen] = useState<"file" | "earlier" | null>(null);
  const close = () => setOpen(null);
  const icon = { size: 15, stroke: 1.75, "aria-hidden": true } as const;
  return (
    <>
      <div className={classes.actions}>
        <CopyLinkButton wordClass={classes.word} />
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
