/** /jobs/$ref: one job, live. */
import { getRouteApi } from "@tanstack/react-router";
import { FollowJob } from "@/features/follow/notify-button";
import { CloneButton } from "@/features/jobs/clone-button";
import { JobPage } from "@/features/jobs/job-page";

const route = getRouteApi("/shell/jobs/$ref");

export function JobRoute() {
  const { ref } = route.useParams();
  const navigate = route.useNavigate();
  return (
    <JobPage
      key={ref}
      reference={ref}
      follow={<FollowJob jobRef={ref} />}
      actions={<CloneButton job={ref} open={(search) => void navigate({ to: "/jobs/new", search })} />}
    />
  );
}
