/** Cancels a job now or after its running phase, after a question; what was measured stays. */
import { Button, Menu } from "@mantine/core";
import { IconChevronDown } from "@tabler/icons-react";
import { useQueryClient } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { useApi } from "@/api/context";
import { type CancelMode, cancelJob, jobKey } from "@/api/jobs";
import { usePermissions } from "@/api/permissions";
import { job as words } from "@/messages/jobs";
import type { JobDetails } from "./job-details";

const MODES = ["now", "after_phase"] as const;

const ConfirmDialog = lazy(() =>
  import("@/components/confirm-dialog").then((module) => ({ default: module.ConfirmDialog })),
);

export function CancelButton({ job }: { job: JobDetails }) {
  const api = useApi();
  const queryClient = useQueryClient();
  const { operate } = usePermissions();
  const [requested, setRequested] = useState<CancelMode | null>(null);
  // A job that ends after its phase can still be ended at once.
  const offered = MODES.filter(
    (mode) => job.cancel_mode === null || (job.cancel_mode === "after_phase" && mode === "now"),
  );
  if (!operate || offered.length === 0) return null;
  return (
    <>
      <Menu position="bottom-end" shadow="md">
        <Menu.Target>
          <Button variant="default" rightSection={<IconChevronDown size={16} stroke={1.75} aria-hidden="true" />}>
            {words.cancel}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {offered.map((mode) => (
            <Menu.Item key={mode} onClick={() => setRequested(mode)}>
              {words.cancelWhen[mode]}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      <Suspense>
        {requested && (
          <ConfirmDialog
            title={words.confirmCancelTitle}
            explanation={words.confirmCancel[requested]}
            confirmLabel={words.cancelConfirm[requested]}
            keepLabel={words.keepRunning}
            close={() => setRequested(null)}
            confirm={async () => {
              await cancelJob(api, job.number, requested);
              await queryClient.invalidateQueries({ queryKey: jobKey(job.number) });
            }}
          />
        )}
      </Suspense>
    </>
  );
}
