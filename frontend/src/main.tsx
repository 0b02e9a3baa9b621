/** Starts the pages: one API client, one query cache, one router. */
import "@fontsource-variable/inter/opsz.css";
import "./app/mantine-parts.css";
import "virtual:tokens.css";
import "./app/global.css";
import "./app/mantine.css";
import { type AnyRoute, RouterProvider } from "@tanstack/react-router";
import { StrictMode, startTransition } from "react";
import { createRoot } from "react-dom/client";
import { createApi } from "./api/client";
import { answeredFirst } from "./api/first-answers";
import { sendForm } from "./api/form-upload";
import { patient } from "./api/patience";
import { Providers } from "./app/providers";
import { createQueryClient } from "./app/query-client";
import { createLabRouter } from "./app/router";
import { createReachability } from "./lib/reachability";

const api = createApi({
  fetch: answeredFirst(
    patient((request, options) => window.fetch(request, options)),
    document.getElementById("first-answers"),
    performance.now(),
    () => performance.now(),
  ),
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

// The scripts of the first page load while the session is still requested; a failure is shown when the page opens.
const routes: Record<string, AnyRoute | undefined> = router.routesById;
for (const { routeId } of router.matchRoutes(router.latestLocation)) {
  const route = routes[routeId];
  if (route) router.loadRouteChunk(route)?.catch(() => undefined);
}

const root = document.getElementById("root");
if (!root) throw new Error("index.html has no element with the id root");

/** The page is looked for in a task of its own: between that and the one that started its scripts the browser paints. */
const load = () => new Promise((resolve) => window.setTimeout(resolve)).then(() => router.load());

/** The first words of a page stay until the page and its font are there, so that nothing jumps, and no longer than this. */
const WORDS_MS = 3_000;
const ready = root.hasChildNodes()
  ? Promise.race([
      Promise.all([load(), document.fonts.ready]).catch(() => undefined),
      new Promise((resolve) => window.setTimeout(resolve, WORDS_MS)),
    ])
  : Promise.resolve();
const page = (
  <StrictMode>
    <Providers api={api} queryClient={queryClient}>
      <RouterProvider router={router} />
    </Providers>
  </StrictMode>
);
// A transition is rendered in slices, between which the browser answers.
void ready.then(() => startTransition(() => createRoot(root).render(page)));
