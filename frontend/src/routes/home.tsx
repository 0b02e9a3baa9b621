/** /: Home. */
import { getRouteApi, useNavigate } from "@tanstack/react-router";
import { HORIZONS } from "@/api/overview";
import { HomePage } from "@/features/home/home-page";

const route = getRouteApi("/shell/");

export function HomeRoute() {
  const navigate = useNavigate();
  const { range, tour } = route.useSearch();
  return (
    <HomePage
      horizon={range ?? HORIZONS[0]}
      setHorizon={(horizon) => {
        const search = { range: horizon === HORIZONS[0] ? undefined : horizon };
        void navigate({ to: "/", search, replace: true, resetScroll: false });
      }}
      openForm={(profile, server) => void navigate({ to: "/new", search: { profile, server } })}
      openJob={(ref) => void navigate({ to: "/jobs/$ref", params: { ref } })}
      tour={{
        isRequested: tour === true,
        endRequest: () => void navigate({ to: "/", search: { range }, replace: true, resetScroll: false }),
      }}
    />
  );
}
