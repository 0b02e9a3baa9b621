/** /inventory/servers/$ref: one server; which view of it is open is in the address. */
import { getRouteApi } from "@tanstack/react-router";
import { lazy } from "react";
import { Photos } from "@/features/hardware/photos";
import { WrittenDown } from "@/features/hardware/written-down";
import { ServerPage } from "@/features/inventory/server-page";

const ServerView = lazy(() =>
  import("@/features/hardware/server-views").then((module) => ({ default: module.ServerView })),
);

const route = getRouteApi("/shell/inventory/servers/$ref");

export function ServerRoute() {
  const { ref } = route.useParams();
  const { tab } = route.useSearch();
  return (
    <ServerPage
      key={ref}
      reference={ref}
      view={tab && ((server) => <ServerView view={tab} server={server} />)}
      writtenDown={(server) => (
        <>
          <WrittenDown kind="server" piece={server} />
          <Photos kind="server" reference={server.number} />
        </>
      )}
    />
  );
}
