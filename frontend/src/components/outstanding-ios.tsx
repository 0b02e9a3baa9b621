/** Number of outstanding I/Os of a phase, which its job text gives only in parts and in the terms of each engine. */
import { Text } from "@mantine/core";
import type { PhasePlan } from "@/api/types";
import { plan as words } from "@/messages/profiles";

export function OutstandingIos({ workload }: Pick<PhasePlan, "workload">) {
  if (workload.file_set != null) return null;
  const { outstanding_ios, threads, queue_depth } = workload;
  const load = words.outstanding(outstanding_ios, threads, queue_depth);
  return <Text my={8}>{workload.per_device ? words.onEachDrive(load) : words.overTheTarget(load)}</Text>;
}
