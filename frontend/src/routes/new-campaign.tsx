/** /campaigns/new: the form of a new campaign; its draft is the search part of the address. */
import { Text } from "@mantine/core";
import { getRouteApi } from "@tanstack/react-router";
import { PageHeader } from "@/components/page";
import { NewCampaign } from "@/features/campaigns/new-campaign";
import { newCampaign as words } from "@/messages/new-campaign";

const route = getRouteApi("/shell/campaigns/new");

export function NewCampaignRoute() {
  const stored = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <>
      <PageHeader title={words.title}>
        <Text c="dimmed">{words.draft}</Text>
      </PageHeader>
      <NewCampaign
        stored={stored}
        store={(search) => void navigate({ search, replace: true, resetScroll: false })}
        submitted={({ number }) => void navigate({ to: "/campaigns/$ref", params: { ref: number } })}
      />
    </>
  );
}
