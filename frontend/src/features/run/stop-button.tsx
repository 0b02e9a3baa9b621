/** Stops a run now or after its present phase, or takes it out of the queue; measured data stays. */
import { Button, Menu } from "@mantine/core";
import { IconPlayerStop } from "@tabler/icons-react";
import { useQueryClient } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { useApi } from "@/api/context";
import { type CancelMode, cancelJob, jobKey } from "@/api/jobs";
import { usePermissions } from "@/api/permissions";
import type { Job, Run } from "@/api/types";
import { live as words } from "@/messages/run-live";

const MODES = ["after_phase", "now"] as const;
const LABELS = { now: words.stopNow, after_phase: words.stopAfter } as const;
const ICON = <IconPlayerStop size={15} stroke={1.75} aria-hidden="true" />;

const ConfirmDialog = lazy(() =>
  import("@/components/confirm-dialog").then((module) => ({ default: module.ConfirmDialog })),
);

export function StopButton({
  run,
  job,
}: {
  run: Pick<Run, "number" | "state">;
  job: Pick<Job, "number" | "cancel_mode">;
}) {
  const api = useApi();
  const queryClient = useQueryClient();
  const { operate } = usePermissions();
  const [wanted, setWanted] = useState<CancelMode | null>(null);
  const isWaiting = run.state === "waiting";
  // A run that ends after its phase can still be ended at once.
  const offered = MODES.filter(
    (mode) => job.cancel_mode === null || (job.cancel_mode === "after_phase" && mode === "now"),
  );
  if (!operate || offered.length === 0) return null;
  return (
    <>
      {isWaiting ? (
        <Button variant="default" onClick={() => setWanted("now")}>
          {words.cancelRun}
        </Button>
      ) : (
        <Menu position="bottom-end">
          <Menu.Target>
            <Button variant="default" leftSection={ICON}>
              {words.stop}
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {offered.map((mode) => (
              <Menu.Item key={mode} onClick={() => setWanted(mode)}>
                {LABELS[mode]}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
      <Suspense>
        {wanted && (
          <ConfirmDialog
            title={words.stopTitle(run.number)}
            explanation={isWaiting ? words.cancelExplain : words.stopExplain[wanted]}
            confirmLabel={isWaiting ? words.cancelRun : words.stopConfirm[wanted]}
            keepLabel={words.cancel}
            close={() => setWanted(null)}
            confirm={async () => {
              await cancelJob(api, job.number, wanted);
              await Promise.all(
                [jobKey(job.number), ["runs", "detail"]].map((queryKey) => queryClient.invalidateQueries({ queryKey })),
              );
            }}
          />
        )}
      </Suspense>
    </>
  );
}
