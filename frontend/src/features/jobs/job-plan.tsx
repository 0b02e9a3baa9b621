/** Actions of each run of a job, by its plan. */
import { PlanTabs } from "@/components/plan-tabs";
import { job as words } from "@/messages/jobs";
import { Card } from "@/parts/card";
import classes from "./job.module.css";
import type { JobDetails } from "./job-details";

export function JobPlan({ job }: { job: JobDetails }) {
  return (
    <Card title={words.plan}>
      <div className={classes.inCard}>
        <PlanTabs plan={job.plan} />
      </div>
    </Card>
  );
}
