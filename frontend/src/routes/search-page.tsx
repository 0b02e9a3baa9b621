/** /search: what the search box found. */
import { getRouteApi } from "@tanstack/react-router";
import { SearchPage } from "@/features/search/search-page";

const route = getRouteApi("/shell/search");

export function SearchRoute() {
  const { q = "" } = route.useSearch();
  return <SearchPage q={q} />;
}
