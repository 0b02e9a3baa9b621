/** /campaigns/$ref: one campaign; which view of it is open is in the address. */
import { getRouteApi } from "@tanstack/react-router";
import { CampaignPage } from "@/features/campaigns/campaign-page";

const route = getRouteApi("/shell/campaigns/$ref");

export function CampaignRoute() {
  const { ref } = route.useParams();
  const { tab, array } = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <CampaignPage
      key={ref}
      reference={ref}
      view={tab ?? "matrix"}
      array={array}
      chooseArray={(chosen) => void navigate({ search: { tab, array: chosen }, replace: true, resetScroll: false })}
    />
  );
}
