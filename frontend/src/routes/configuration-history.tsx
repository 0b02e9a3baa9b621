/** /configurations/$ref/history: one metric of a configuration over time. */
import { getRouteApi } from "@tanstack/react-router";
import { HistoryPage } from "@/features/configurations/history-page";

const route = getRouteApi("/shell/configurations/$ref/history");

export function ConfigurationHistoryRoute() {
  const { ref } = route.useParams();
  const { series, metric = "iops", workload } = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <HistoryPage
      reference={ref}
      series={series}
      metric={metric}
      workload={workload}
      change={(choice) => void navigate({ search: (before) => ({ ...before, ...choice }), resetScroll: false })}
    />
  );
}
