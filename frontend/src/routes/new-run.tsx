/** /new: the page of a new run; its draft is the search part of the address. */
import { getRouteApi } from "@tanstack/react-router";
import { NewRun } from "@/features/new-run/new-run";

const route = getRouteApi("/shell/new");

export function NewRunRoute() {
  const stored = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <NewRun
      stored={stored}
      store={(search) => void navigate({ search, replace: true, resetScroll: false })}
      submitted={(job) => void navigate({ to: "/jobs/$ref", params: { ref: job.number } })}
    />
  );
}
