/** /campaigns/new: the form of a new campaign; its draft is the search part of the address. */
import { getRouteApi } from "@tanstack/react-router";
import { CopyLinkButton } from "@/components/copy-link-button";
import { PageHeader } from "@/components/page";
import { InTopBar, useHasPlace } from "@/components/top-bar";
import { NewCampaign } from "@/features/campaigns/new-campaign";
import { newCampaign as words } from "@/messages/new-campaign";

const route = getRouteApi("/shell/campaigns/new");

export function NewCampaignRoute() {
  const stored = route.useSearch();
  const navigate = route.useNavigate();
  const hasPlace = useHasPlace("badge");
  return (
    <>
      {hasPlace && <InTopBar place="badge">{words.draft}</InTopBar>}
      <PageHeader title={words.title} actions={<CopyLinkButton />} />
      <NewCampaign
        stored={stored}
        store={(search) => void navigate({ search, replace: true, resetScroll: false })}
        submitted={({ number }) => void navigate({ to: "/campaigns/$ref", params: { ref: number } })}
      />
    </>
  );
}
