/** /shares: the permalinks of the lab, their filters bound to the address. */
import { Text } from "@mantine/core";
import { getRouteApi } from "@tanstack/react-router";
import { PageHeader } from "@/components/page";
import { SharesList } from "@/features/shares/shares-list";
import { shares as words } from "@/messages/shares";

const route = getRouteApi("/shell/shares");

export function SharesRoute() {
  const filters = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <>
      <PageHeader title={words.title}>
        <Text c="dimmed" maw="90ch">
          {words.explain}
        </Text>
      </PageHeader>
      <SharesList filters={filters} change={(search) => void navigate({ search, resetScroll: false })} />
    </>
  );
}
