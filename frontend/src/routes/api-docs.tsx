/** /api/docs: the REST API, described by the lab itself. */
import { getRouteApi } from "@tanstack/react-router";
import { PageHeader } from "@/components/page";
import { APIDocs } from "@/features/help/api-docs";
import { help as words } from "@/messages/help";

const route = getRouteApi("/shell/api/docs");

export function APIDocsRoute() {
  const { q = "" } = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <>
      <PageHeader title={words.apiTitle} />
      <APIDocs q={q} search={(text) => void navigate({ search: { q: text || undefined }, replace: true })} />
    </>
  );
}
