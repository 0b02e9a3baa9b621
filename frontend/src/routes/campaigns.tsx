/** /campaigns: the list of campaigns, its query bound to the address. */
import { getRouteApi } from "@tanstack/react-router";
import { usePermissions } from "@/api/permissions";
import { ButtonLink } from "@/components/link";
import { PageHeader } from "@/components/page";
import { CampaignsList } from "@/features/campaigns/campaigns-list";
import { campaigns as words } from "@/messages/campaigns";
import { CAMPAIGN_VIEWS } from "./list-views";

const route = getRouteApi("/shell/campaigns");

export function CampaignsRoute() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const { operate } = usePermissions();
  return (
    <>
      <PageHeader
        title={words.title}
        primary={operate && <ButtonLink to="/campaigns/new">{words.create}</ButtonLink>}
      />
      <CampaignsList search={search} form={CAMPAIGN_VIEWS} change={(next) => void navigate({ search: next })} />
    </>
  );
}
