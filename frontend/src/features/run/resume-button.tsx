/** Button that resumes a run that ended early; its confirmation lists the preserved phases. */
import { Button } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { lazy, Suspense } from "react";
import { usePermissions } from "@/api/permissions";
import type { Run } from "@/api/types";
import { live } from "@/messages/run-live";

const ResumeDialog = lazy(() => import("./resume-dialog").then((module) => ({ default: module.ResumeDialog })));

export function ResumeButton({ run, resumed }: { run: Run; resumed: (job: string) => void }) {
  const [opened, { open, close }] = useDisclosure();
  const { operate } = usePermissions();
  const { job, resumption } = run;
  if (!operate || !job || !resumption || resumption.refusal !== null) return null;
  const resumedAndClosed = () => {
    close();
    resumed(job.number);
  };
  const first = resumption.repeated[0];
  return (
    <>
      <Button variant="default" onClick={open}>
        {first === undefined ? live.retry : live.retryFrom(first)}
      </Button>
      <Suspense>
        {opened && <ResumeDialog run={run} resumption={resumption} close={close} resumed={resumedAndClosed} />}
      </Suspense>
    </>
  );
}
