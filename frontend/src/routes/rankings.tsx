/** /rankings: configurations by rating; what is ranked and how is in the address. */
import { getRouteApi } from "@tanstack/react-router";
import { RankingsPage } from "@/features/rankings/rankings-page";
import { readRankingChoice, writeRankingChoice } from "@/routes/rankings-search";

const route = getRouteApi("/shell/rankings");

export function RankingsRoute() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <RankingsPage
      choice={readRankingChoice(search)}
      change={(choice) => void navigate({ search: writeRankingChoice(choice), resetScroll: false })}
    />
  );
}
