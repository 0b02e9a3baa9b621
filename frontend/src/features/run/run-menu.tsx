/** Everything else that can be done with a run, in one menu. */
import { ActionIcon, Menu } from "@mantine/core";
import { IconDots } from "@tabler/icons-react";
import { useQueryClient } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { useApi } from "@/api/context";
import { renameJob } from "@/api/jobs";
import { usePermissions } from "@/api/permissions";
import { markInvalid, rereadRuns, restoreRun, trashRun } from "@/api/run-validity";
import { isTerminalRun } from "@/api/runs";
import type { Job, Run } from "@/api/types";
import { csvLine } from "@/charts/csv";
import { MenuLink } from "@/components/link";
import { useLastWorkbench, workbenchWith } from "@/lib/last-workbench";
import { saveFile } from "@/lib/save-file";
import { runPage as words } from "@/messages/run-page";
import { runValidity as validity } from "@/messages/run-validity";
import { toast } from "@/shell/toasts";
import { measurementLines } from "./measurement-lines";

const PromptDialog = lazy(() =>
  import("@/components/prompt-dialog").then((module) => ({ default: module.PromptDialog })),
);

const LONGEST_NAME = 200;

export interface RunMenuProps {
  run: Pick<Run, "number" | "title" | "state" | "job" | "invalid" | "trashed" | "phases">;
  /** Job of the run, once it is known. */
  job: Pick<Job, "number" | "name" | "runs"> | undefined;
  /** Opens the form of a new run with everything of this one. */
  runAgain: () => void;
}

export function RunMenu({ run, job, runAgain }: RunMenuProps) {
  const api = useApi();
  const queryClient = useQueryClient();
  const { operate } = usePermissions();
  const [marking, setMarking] = useState(false);
  const [renaming, setRenaming] = useState(false);
  const last = useLastWorkbench();
  const isOver = isTerminalRun(run.state);
  const canAdd = isOver && !run.trashed;
  const canRepeat = operate && run.job !== null;
  const hasNumbers = run.phases.some(({ measurement }) => measurement);
  if (!canRepeat && !canAdd && !hasNumbers && !(operate && isOver)) return null;
  const rename = async (of: Pick<Job, "number" | "name">, name: string) => {
    await renameJob(api, of.number, name);
    toast.success({
      title: words.renamed(run.number),
      detail: name,
      undo: async () => {
        await renameJob(api, of.number, of.name);
        await rereadRuns(queryClient);
      },
    });
    await rereadRuns(queryClient);
  };
  const trash = async () => {
    await trashRun(api, run.number);
    toast.success({
      title: words.trashedToast(run.number),
      undo: async () => {
        await restoreRun(api, run.number);
        await rereadRuns(queryClient);
      },
    });
    await rereadRuns(queryClient);
  };
  const trashOrNotify = () =>
    void trash().catch((error: unknown) =>
      toast.error({ title: words.notTrashed(run.number), detail: error instanceof Error ? error.message : undefined }),
    );
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="subtle" size={30} aria-label={words.more} title={words.more}>
            <IconDots size={17} stroke={1.75} aria-hidden="true" />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {canRepeat && <Menu.Item onClick={runAgain}>{words.menu.again}</Menu.Item>}
          {operate && job && <Menu.Item onClick={() => setRenaming(true)}>{words.menu.rename}</Menu.Item>}
          {canAdd && (
            <MenuLink to="/workbench" search={workbenchWith(run.number, last)}>
              {words.menu.add}
            </MenuLink>
          )}
          {hasNumbers && <Menu.Item onClick={() => exportMeasurements(run)}>{words.menu.export}</Menu.Item>}
          {operate && isOver && !run.invalid && (
            <Menu.Item onClick={() => setMarking(true)}>{validity.markInvalid}</Menu.Item>
          )}
          {operate && isOver && !run.trashed && <Menu.Item onClick={trashOrNotify}>{words.menu.trash}</Menu.Item>}
        </Menu.Dropdown>
      </Menu>
      <Suspense>
        {renaming && job && (
          <PromptDialog
            title={words.renameTitle(run.number)}
            explanation={job.runs.length > 1 ? words.renameRepeats(job.number, job.runs.length) : undefined}
            fields={[
              {
                name: "name",
                label: words.name,
                missing: words.nameMissing,
                initial: job.name || run.title,
                maxLength: LONGEST_NAME,
              },
            ]}
            confirmLabel={words.rename}
            keepLabel={words.cancel}
            close={() => setRenaming(false)}
            confirm={({ name = "" }) => rename(job, name)}
          />
        )}
        {marking && (
          <PromptDialog
            title={validity.markTitle(run.number)}
            explanation={validity.markExplain}
            fields={[{ name: "reason", label: validity.markReason, missing: validity.markReasonMissing }]}
            confirmLabel={validity.markConfirm}
            keepLabel={validity.keep}
            close={() => setMarking(false)}
            confirm={async ({ reason = "" }) => {
              await markInvalid(api, run.number, reason);
              await rereadRuns(queryClient);
            }}
          />
        )}
      </Suspense>
    </>
  );
}

function exportMeasurements({ number, phases }: RunMenuProps["run"]) {
  // The byte order mark identifies UTF-8 to spreadsheets.
  const text = `\ufeff${measurementLines(phases).map(csvLine).join("")}`;
  saveFile(new Blob([text], { type: "text/csv;charset=utf-8" }), `${number}-measurements.csv`);
}
