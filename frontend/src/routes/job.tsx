/** /jobs/$ref: one job, live. */
import { getRouteApi } from "@tanstack/react-router";
import { JobPage } from "@/features/jobs/job-page";

const route = getRouteApi("/shell/jobs/$ref");

export function JobRoute() {
  const { ref } = route.useParams();
  return <JobPage key={ref} reference={ref} />;
}
