/** The drives of a server as cards to choose from, each with what may be done to it. */
import { Skeleton, Text } from "@mantine/core";
import type { UseQueryResult } from "@tanstack/react-query";
import { useQuery } from "@tanstack/react-query";
import { useApi } from "@/api/context";
import { arraysQuery } from "@/api/hardware";
import { jobQuery } from "@/api/jobs";
import type { Drive, Page, QueueLane, Server } from "@/api/types";
import { driveKey } from "@/components/drive-use";
import { ErrorNotice } from "@/components/notice";
import { clockOf } from "@/lib/short-times";
import { destruction } from "@/messages/destruction";
import { newJob } from "@/messages/jobs";
import { newRun as words } from "@/messages/new-run";
import { parts } from "@/messages/parts";
import { DriveCard } from "@/parts/drive-card";
import { driveFacts } from "./drive-facts";
import type { StepProps } from "./new-run";
import classes from "./new-run.module.css";
import { freeAt } from "./server-free";

export interface DriveChoiceProps extends StepProps {
  server: Server;
  lane: QueueLane | undefined;
  drives: UseQueryResult<Page<Drive>>;
  /** Anything chosen so far writes to the target. */
  writes: boolean;
  now: Date;
}

export function DriveChoice({ server, lane, draft, change, errors, writes, drives, now }: DriveChoiceProps) {
  const { data, error, refetch } = drives;
  const arrays = useArrayDrives(server);
  const busy = useBusyDrives(server);
  if (error) return <ErrorNotice error={error} retry={() => void refetch()} />;
  if (!data || !arrays) return <Awaited count={server.drive_count} />;
  const chosen = draft.drives ?? [];
  const wantsArrays = draft.target === "array";
  const shown = data.items.filter(
    (drive) => drive.present && (arrays.has(drive.id) === wantsArrays || chosen.includes(driveKey(drive))),
  );
  if (shown.length === 0) return <Text c="dimmed">{wantsArrays ? words.noArrays : newJob.noDrives}</Text>;
  const free = freeAt(lane?.bars ?? [], now.getTime());
  const busyText = free ? parts.drive.safety.busyUntil(clockOf(new Date(free))) : words.busyNow;
  const choose = (key: string, isChosen: boolean) => {
    const next = isChosen ? [...chosen, key] : chosen.filter((other) => other !== key);
    change({ drives: next.length > 0 ? next : undefined });
  };
  const refused = driveErrors(errors);
  return (
    <div id="field-target-stable_ids" tabIndex={-1}>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be a grid in every browser. */}
      <div className={classes.drives} role="group" aria-label={destruction.drives}>
        {shown.map((drive) => {
          const key = driveKey(drive);
          const isBusy = drive.stable_ids.some((id) => busy.has(id));
          const facts = driveFacts(drive, { writes, busy: isBusy ? busyText : null, isChosen: chosen.includes(key) });
          return <DriveCard key={drive.id} {...facts} choose={(isChosen) => choose(key, isChosen)} />;
        })}
      </div>
      {refused && <p className={classes.error}>{refused}</p>}
    </div>
  );
}

/** Cards to come, so that nothing below them moves. */
function Awaited({ count }: { count: number }) {
  return (
    <div className={classes.drives}>
      {Array.from({ length: Math.max(count, 1) }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike.
        <Skeleton key={index} className={classes.drive} radius="lg" />
      ))}
    </div>
  );
}

/** Return the ids of drives that are arrays; undefined while they are read, and none where that failed. */
function useArrayDrives(server: Server): ReadonlySet<string> | undefined {
  const { data, isError } = useQuery(arraysQuery(useApi(), server.id));
  if (isError) return new Set();
  return data && new Set(data.items.flatMap(({ drive }) => drive?.id ?? []));
}

/** Return the stable ids of the drives that the run under way on a server uses. */
function useBusyDrives({ busy_with }: Server): ReadonlySet<string> {
  const { data } = useQuery({ ...jobQuery(useApi(), busy_with?.job_number ?? ""), enabled: busy_with !== null });
  return new Set(busy_with && data?.target.kind === "devices" ? data.target.stable_ids : []);
}

/** Return the lab's errors about the drives, each of which has its own path. */
function driveErrors(errors: Record<string, string>): string | undefined {
  const matches = Object.entries(errors).filter(([path]) => path.startsWith("target.stable_ids"));
  return matches.length > 0 ? matches.map(([, message]) => message).join(" ") : undefined;
}
