/** /jobs: the list of jobs, its filters bound to the address. */
import { getRouteApi } from "@tanstack/react-router";
import { PageHeader } from "@/components/page";
import { JobsList } from "@/features/jobs/jobs-list";
import { jobs as jobsWords } from "@/messages/jobs";
import { parseJobsSearch } from "./search";

const route = getRouteApi("/shell/jobs");

export function JobsRoute() {
  const filters = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <>
      <PageHeader title={jobsWords.title} />
      <JobsList filters={filters} change={(search) => void navigate({ search })} parse={parseJobsSearch} />
    </>
  );
}
