/** The request behind a run: its target, parameters and plan. */
import { useQuery } from "@tanstack/react-query";
import { useApi } from "@/api/context";
import { jobQuery } from "@/api/jobs";
import { DetailColumns } from "@/components/detail-page";
import { jobDetailsOf } from "./job-details";
import { JobPlan } from "./job-plan";
import { JobRail } from "./job-rail";

export function JobOfRun({ job }: { job: string }) {
  const { data } = useQuery({ ...jobQuery(useApi(), job), select: jobDetailsOf });
  return data ? (
    <DetailColumns rail={<JobRail job={data} />}>
      <JobPlan job={data} />
    </DetailColumns>
  ) : null;
}
