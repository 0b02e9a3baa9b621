/** /queue: what waits and runs in the lab, and the switch that pauses it. */
import { PageHeader } from "@/components/page";
import { PauseSwitch } from "@/features/queue/pause-switch";
import { QueueTable } from "@/features/queue/queue-table";
import { queue as words } from "@/messages/queue";

export function QueueRoute() {
  return (
    <>
      <PageHeader title={words.title} actions={<PauseSwitch />} />
      <QueueTable />
    </>
  );
}
