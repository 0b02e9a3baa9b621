/** /campaigns/$ref: one campaign; which view of it is open is in the address. */
import { getRouteApi } from "@tanstack/react-router";
import { CampaignPage } from "@/features/campaigns/campaign-page";

const route = getRouteApi("/shell/campaigns/$ref");

export function CampaignRoute() {
  const { ref } = route.useParams();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const change = (next: typeof search) => void navigate({ search: next, replace: true, resetScroll: false });
  return (
    <CampaignPage
      key={ref}
      reference={ref}
      view={search.tab ?? "matrix"}
      array={search.array}
      chooseArray={(array) => change({ ...search, array })}
      shown={search.show ?? "values"}
      show={(shown) => change({ ...search, show: shown === "values" ? undefined : shown })}
    />
  );
}
