/** /queue: what waits and runs in the lab, and the switch that pauses it. */
import { ButtonLink } from "@/components/link";
import { PageHeader } from "@/components/page";
import { PauseSwitch } from "@/features/queue/pause-switch";
import { QueueTable } from "@/features/queue/queue-table";
import { jobs } from "@/messages/jobs";
import { queue as words } from "@/messages/queue";

export function QueueRoute() {
  return (
    <>
      <PageHeader
        title={words.title}
        actions={
          <>
            <ButtonLink to="/jobs" variant="default">
              {jobs.title}
            </ButtonLink>
            <PauseSwitch />
          </>
        }
      />
      <QueueTable />
    </>
  );
}
