/** /queue: what measures and waits in the lab, and what is done. */
import { getRouteApi } from "@tanstack/react-router";
import { DoneList } from "@/features/jobs/done-list";
import { QueuePage } from "@/features/queue/queue-page";

const route = getRouteApi("/shell/queue");

export function QueueRoute() {
  const { view, range, from, q, ...filters } = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <QueuePage
      view={view ?? "timeline"}
      {...{ range, from, q }}
      change={(search) => void navigate({ search: { view, ...search }, replace: true, resetScroll: false })}
      done={
        <DoneList
          filters={{ ...filters, q }}
          change={(changed) => void navigate({ search: { ...changed, view: "done" }, resetScroll: false })}
        />
      }
    />
  );
}
