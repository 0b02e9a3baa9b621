/** /shares: the permalinks of the lab, their filters bound to the address. */
import { IconPlus } from "@tabler/icons-react";
import { getRouteApi } from "@tanstack/react-router";
import { usePermissions } from "@/api/permissions";
import { ButtonLink } from "@/components/link";
import { PageHeader } from "@/components/page";
import { SharesList } from "@/features/shares/shares-list";
import { shares as words } from "@/messages/shares";

const route = getRouteApi("/shell/shares");

export function SharesRoute() {
  const filters = route.useSearch();
  const navigate = route.useNavigate();
  const { operate } = usePermissions();
  return (
    <>
      <PageHeader
        title={words.title}
        primary={
          operate && (
            <ButtonLink
              to="/shares/new"
              search={{}}
              leftSection={<IconPlus size={15} stroke={2.2} aria-hidden="true" />}
            >
              {words.create}
            </ButtonLink>
          )
        }
      />
      <SharesList filters={filters} change={(search) => void navigate({ search, resetScroll: false })} />
    </>
  );
}
