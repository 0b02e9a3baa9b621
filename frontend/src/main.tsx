/** Starts the pages: one API client, one query cache, one router. */
import "@fontsource-variable/inter/wght.css";
import "@mantine/core/styles.css";
import "./app/global.css";
import { type AnyRoute, RouterProvider } from "@tanstack/react-router";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { createApi } from "./api/client";
import { sendForm } from "./api/form-upload";
import { patient } from "./api/patience";
import { Providers } from "./app/providers";
import { createQueryClient } from "./app/query-client";
import { createLabRouter } from "./app/router";
import { createReachability } from "./lib/reachability";

const api = createApi({
  fetch: patient((request, options) => window.fetch(request, options)),
  reachability: createReachability(),
  baseUrl: window.location.origin,
  openStream: (address) => new EventSource(address),
  sendForm,
});

const queryClient = createQueryClient(() => {
  const { pathname, href } = router.state.location;
  if (pathname === "/sign-in") return;
  queryClient.removeQueries({ queryKey: ["session"] });
  void router.navigate({ to: "/sign-in", search: { next: href } });
});

const router = createLabRouter({ api, queryClient });

// The scripts of the first page come while the session is still asked for; a failure is told when the page opens.
const routes: Record<string, AnyRoute | undefined> = router.routesById;
for (const { routeId } of router.matchRoutes(router.latestLocation)) {
  const route = routes[routeId];
  if (route) router.loadRouteChunk(route)?.catch(() => undefined);
}

const root = document.getElementById("root");
if (!root) throw new Error("index.html has no element with the id root");
createRoot(root).render(
  <StrictMode>
    <Providers api={api} queryClient={queryClient}>
      <RouterProvider router={router} />
    </Providers>
  </StrictMode>,
);
