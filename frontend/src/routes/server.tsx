/** /inventory/servers/$ref: one server; which view of it is open is in the address. */
import { getRouteApi } from "@tanstack/react-router";
import { lazy } from "react";
import { ServerPage } from "@/features/inventory/server-page";

const TreeView = lazy(() => import("@/features/hardware/tree-view").then((module) => ({ default: module.TreeView })));
const SlotMap = lazy(() => import("@/features/hardware/slot-map").then((module) => ({ default: module.SlotMap })));
const HardwareHistory = lazy(() =>
  import("@/features/hardware/history").then((module) => ({ default: module.HardwareHistory })),
);
const WrittenDown = lazy(() =>
  import("@/features/hardware/written-down").then((module) => ({ default: module.WrittenDown })),
);

const route = getRouteApi("/shell/inventory/servers/$ref");

export function ServerRoute() {
  const { ref } = route.useParams();
  const { tab } = route.useSearch();
  return (
    <ServerPage
      key={ref}
      reference={ref}
      tab={tab}
      views={{
        tree: (server) => <TreeView server={server} />,
        slots: (server) => <SlotMap server={server} />,
        history: (server) => <HardwareHistory kind="server" reference={server.number} />,
      }}
      writtenDown={(server) => <WrittenDown kind="server" piece={server} />}
    />
  );
}
