/** /servers/$ref: one server; its tab, view and slot are in the address. */
import { getRouteApi } from "@tanstack/react-router";
import { lazy } from "react";
import { Photos } from "@/features/hardware/photos";
import { WrittenDown } from "@/features/hardware/written-down";
import { ServerPage } from "@/features/inventory/server-page";
import { parseServerSearch } from "@/features/inventory/server-view";

const ServerPieces = lazy(() =>
  import("@/features/hardware/server-pieces").then((module) => ({ default: module.ServerPieces })),
);
const HardwareHistory = lazy(() =>
  import("@/features/hardware/history").then((module) => ({ default: module.HardwareHistory })),
);

const route = getRouteApi("/shell/servers-frame/servers/$ref");

export function ServerRoute() {
  const { ref } = route.useParams();
  // The router hands on what no page knows as well.
  const search = parseServerSearch({ ...route.useSearch() });
  const navigate = route.useNavigate();
  return (
    <ServerPage
      key={ref}
      reference={ref}
      open={search}
      change={(view) => void navigate({ search: { ...search, ...view }, replace: true, resetScroll: false })}
      hardware={(server) => <ServerPieces server={server} />}
      changes={(server) => <HardwareHistory kind="server" reference={server.number} />}
      writtenDown={(server) => (
        <>
          <WrittenDown kind="server" piece={server} />
          <Photos kind="server" reference={server.number} />
        </>
      )}
    />
  );
}
