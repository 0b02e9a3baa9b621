/** The request behind a run: its target, parameters and plan. */
import { useQuery } from "@tanstack/react-query";
import { useApi } from "@/api/context";
import { jobQuery } from "@/api/jobs";
import { DetailColumns } from "@/components/detail-page";
import { JobPlan } from "./job-plan";
import { JobRail } from "./job-rail";
import { standingOf } from "./job-standing";

export function JobOfRun({ job }: { job: string }) {
  const { data } = useQuery({ ...jobQuery(useApi(), job), select: standingOf });
  return data ? (
    <DetailColumns rail={<JobRail job={data} />}>
      <JobPlan job={data} />
    </DetailColumns>
  ) : null;
}
