/** /jobs/$ref: one job, live. */
import { getRouteApi } from "@tanstack/react-router";
import { FollowJob } from "@/features/follow/notify-button";
import { JobPage } from "@/features/jobs/job-page";
import { CloneButton } from "@/features/new-run/clone-button";

const route = getRouteApi("/shell/jobs/$ref");

export function JobRoute() {
  const { ref } = route.useParams();
  const navigate = route.useNavigate();
  return (
    <JobPage
      key={ref}
      reference={ref}
      follow={<FollowJob jobRef={ref} />}
      actions={<CloneButton job={ref} open={(search) => void navigate({ to: "/new", search })} />}
    />
  );
}
