/** The request behind a run: its target, parameters and plan. */
import { useQuery } from "@tanstack/react-query";
import { useApi } from "@/api/context";
import { jobQuery } from "@/api/jobs";
import { JobSetup } from "./job-setup";
import { standingOf } from "./job-standing";

export function JobOfRun({ job }: { job: string }) {
  const { data } = useQuery({ ...jobQuery(useApi(), job), select: standingOf });
  return data ? <JobSetup job={data} /> : null;
}
