/** /runs/$ref: what came out of a run, and how far it can be trusted. */
import { getRouteApi } from "@tanstack/react-router";
import { RunSummaryPart } from "@/features/runs/run-summary";
import { RunPermalinks } from "@/features/shares/run-permalinks";

const route = getRouteApi("/shell/runs/$ref/");

export function RunSummaryRoute() {
  const { ref } = route.useParams();
  return (
    <>
      <RunSummaryPart />
      <RunPermalinks run={ref} />
    </>
  );
}
