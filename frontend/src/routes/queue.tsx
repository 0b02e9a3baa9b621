/** /queue: what measures and waits in the lab, and what is done. */
import { getRouteApi } from "@tanstack/react-router";
import { SaveListView } from "@/components/list-query";
import { DoneList } from "@/features/jobs/done-list";
import { QueuePage } from "@/features/queue/queue-page";
import type { QueueViews } from "@/features/queue/queue-views";
import { QUEUE_LIST_VIEWS } from "@/routes/list-views";

const route = getRouteApi("/shell/queue");

export function QueueRoute() {
  const { view, range, from, q, saved, ...filters } = route.useSearch();
  const navigate = route.useNavigate();
  const { state, label, sort } = filters;
  const views: QueueViews = {
    form: QUEUE_LIST_VIEWS,
    search: { tab: view, q, state, label, sort, view: saved },
    change: ({ tab, view: opened, ...rest }) =>
      void navigate({ search: { ...rest, view: tab, saved: opened }, resetScroll: false }),
  };
  return (
    <QueuePage
      view={view ?? "timeline"}
      {...{ range, from, q, views }}
      change={(search) => void navigate({ search: { view, saved, ...search }, replace: true, resetScroll: false })}
      done={
        <DoneList
          filters={{ ...filters, q }}
          save={<SaveListView {...views} />}
          change={(changed) => void navigate({ search: { ...changed, view: "done", saved }, resetScroll: false })}
        />
      }
    />
  );
}
