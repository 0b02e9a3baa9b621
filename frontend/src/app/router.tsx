/** The addresses of the pages. Every search parameter is checked here before a page sees it. */
import type { QueryClient } from "@tanstack/react-query";
import {
  type AnyRoute,
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  type ParsedLocation,
  parseSearchWith,
  type RouteComponent,
  type RouterHistory,
  redirect,
} from "@tanstack/react-router";
import type { Api } from "@/api/client";
import { hasEarlierFilters } from "@/api/earlier-filters";
import { jobQuery, onlyRun } from "@/api/jobs";
import { labQuery } from "@/api/lab";
import { overviewQuery } from "@/api/overview";
import { ApiProblem } from "@/api/problem";
import { scheduleQuery } from "@/api/queue";
import { runQuery } from "@/api/runs";
import { prefetchLabState, prefetchServerTab } from "@/api/server-prefetch";
import { serverSummariesQuery } from "@/api/server-summaries";
import { serverQuery } from "@/api/servers";
import { demoDataQuery, sessionQuery } from "@/api/session";
import { parseSharesSearch } from "@/api/share-filters";
import { parseCampaignDraft } from "@/features/campaigns/draft";
import { parseConfigurationsSearch } from "@/features/configuration-list/search";
import { parseConfigurationSearch, parseDiffSearch } from "@/features/configurations/choice";
import { parseDashboardsSearch } from "@/features/dashboards/list-search";
import { parseServerSearch, parseServersSearch } from "@/features/inventory/server-view";
import { parseJobDraft } from "@/features/new-run/draft";
import { parseRunsSearch } from "@/features/runs/search";
import { ShareHost } from "@/features/shares/share-host";
import { parseNewShareSearch } from "@/features/shares/subject";
import { prefetchWorkbench } from "@/features/workbench/prefetch";
import { parseDashboardSearch } from "@/features/workbench/view-search";
import { parserOf, type RawSearch } from "@/lib/search-fields";
import { movedInventory } from "@/routes/moved";
import { oldComparison } from "@/routes/old-addresses";
import { oldExplore, oldPivot, oldRanking } from "@/routes/old-factor-addresses";
import {
  parseCampaignSearch,
  parseCampaignsSearch,
  parseDriveSearch,
  parseGallerySearch,
  parseHardwareListSearch,
  parseHistorySearch,
  parseHomeSearch,
  parseJobsSearch,
  parseMatrixSearch,
  parseNewProfileSearch,
  parsePagedSearch,
  parseProfileDiffSearch,
  parseProfileSearch,
  parseProfilesSearch,
  parseQueueSearch,
  parseRunBaselineSearch,
  parseRunCurvesSearch,
  parseRunLatencySearch,
  parseRunPhasesSearch,
  parseRunSearch,
  parseRunSweepsSearch,
  parseSignInSearch,
  parseWordsSearch,
  parseWorkbenchPageSearch,
  readAddressValue,
} from "@/routes/search";
import { Shell } from "@/shell/shell";
import { CrashPage, NotFoundPage, WaitingPage } from "./fallback-pages";

export interface RouterContext {
  api: Api;
  queryClient: QueryClient;
}

const rootRoute = createRootRouteWithContext<RouterContext>()({
  component: Outlet,
  errorComponent: CrashPage,
  notFoundComponent: NotFoundPage,
});

const signInRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/sign-in",
  validateSearch: parseSignInSearch,
  component: lazyRouteComponent(() => import("@/routes/sign-in"), "SignInRoute"),
});

/** Everything behind the sign-in. */
const shellRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: "shell",
  beforeLoad: async ({ context: { api, queryClient }, location }) => {
    // The pause state appears above every page, so it is loaded before the page and nothing jumps. It is requested
    // together with the session, as a far lab takes its time for each answer.
    const lab = queryClient.ensureQueryData({ ...labQuery(api), retry: false }).catch(() => undefined);
    try {
      await queryClient.ensureQueryData(sessionQuery(api));
      await lab;
    } catch (error) {
      if (error instanceof ApiProblem && error.status === 401) {
        throw redirect({ to: "/sign-in", search: { next: location.href } });
      }
      throw error;
    }
  },
  component: () => (
    <>
      <Shell />
      <ShareHost />
    </>
  ),
  pendingComponent: WaitingPage,
});

type Parse<Search> = (raw: RawSearch) => Search;

const readNothing = parserOf({}) as Parse<never>;

/** Return a function that makes pages below a route. The script of a page loads when a link to it is about to be followed. */
function pagesBelow<Parent extends AnyRoute>(parent: Parent) {
  return <const Path extends string, Name extends string, Search extends object = object>(
    path: Path,
    load: () => Promise<Record<Name, RouteComponent>>,
    name: Name,
    validateSearch: Parse<Search> = readNothing,
  ) => createRoute({ getParentRoute: () => parent, path, validateSearch, component: lazyRouteComponent(load, name) });
}

const page = pagesBelow(shellRoute);

/** Return a check of an address that leads from the filters of an earlier list to the query with the same rows. */
function readEarlierFilters(parse: Parse<object>) {
  return ({ location: { pathname, search } }: { location: ParsedLocation<object> }) => {
    if (hasEarlierFilters(search)) throw redirect({ to: pathname, search: parse({ ...search }), replace: true });
  };
}

function listPage<const Path extends string, Name extends string, Search extends object>(
  path: Path,
  load: () => Promise<Record<Name, RouteComponent>>,
  name: Name,
  parse: Parse<Search>,
) {
  return createRoute({
    getParentRoute: () => shellRoute,
    path,
    validateSearch: parse,
    beforeLoad: readEarlierFilters(parse),
    component: lazyRouteComponent(load, name),
  });
}

/** Return the route of an earlier address, which leads on to where its contents are now. */
function moved<const Path extends string>(
  path: Path,
  lead: (search: RawSearch, place: { href: string; params: { ref: string } }) => unknown,
) {
  return createRoute({
    getParentRoute: () => shellRoute,
    path,
    beforeLoad: ({ location: { search, href }, params }) => {
      throw lead(search, { href, params: params as { ref: string } });
    },
  });
}

const homeRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/",
  validateSearch: parseHomeSearch,
  loaderDeps: ({ search: { range } }) => ({ range }),
  // Everything on it is one answer, known before the page appears: its sections do not push one another down.
  loader: ({ context: { api, queryClient }, deps: { range } }) =>
    Promise.all([
      queryClient.ensureQueryData(overviewQuery(api, range)),
      queryClient.ensureQueryData(demoDataQuery(api)),
    ]).catch(() => undefined),
  component: lazyRouteComponent(() => import("@/routes/home"), "HomeRoute"),
});

const runsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/runs",
  validateSearch: parseRunsSearch,
  beforeLoad: readEarlierFilters(parseRunsSearch),
  // The note on demo data appears above the list, so it is loaded before the page and nothing moves down.
  loader: ({ context }) => context.queryClient.ensureQueryData(demoDataQuery(context.api)).catch(() => undefined),
  component: lazyRouteComponent(() => import("@/routes/runs"), "RunsRoute"),
});

const runRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/runs/$ref",
  validateSearch: parseRunBaselineSearch,
  // The run is requested while the scripts of its page load, and not again for each stretch that a reader opens.
  staleTime: Number.POSITIVE_INFINITY,
  loader: ({ context: { api, queryClient }, params }) => void queryClient.prefetchQuery(runQuery(api, params.ref)),
  component: lazyRouteComponent(() => import("@/routes/run"), "RunRoute"),
});

const runPage = pagesBelow(runRoute);

const workbenchRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/workbench",
  validateSearch: parseWorkbenchPageSearch,
  // The compared data are requested while the scripts of the page load; after a change of the reader, the page requests
  // its own.
  staleTime: Number.POSITIVE_INFINITY,
  loader: ({ context: { api, queryClient }, location }) =>
    void prefetchWorkbench(queryClient, api, parseWorkbenchPageSearch(location.search)),
  component: lazyRouteComponent(() => import("@/routes/workbench"), "WorkbenchRoute"),
});

const jobRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/jobs/$ref",
  // A job with one run is that run.
  loader: async ({ context: { api, queryClient }, params }) => {
    const job = await queryClient.fetchQuery(jobQuery(api, params.ref)).catch(() => null);
    const run = job && onlyRun(job);
    if (run) throw redirect({ to: "/runs/$ref", params: { ref: run }, replace: true });
  },
  component: lazyRouteComponent(() => import("@/routes/job"), "JobRoute"),
});

const queueRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/queue",
  validateSearch: parseQueueSearch,
  loaderDeps: ({ search: { view, range, from } }) => ({ view, range, from }),
  // A long queue is read while the scripts of its page come.
  loader: ({ context: { api, queryClient }, deps: { view, range, from } }) => {
    if (view !== "done") void queryClient.prefetchQuery(scheduleQuery(api, range, from));
  },
  component: lazyRouteComponent(() => import("@/routes/queue"), "QueueRoute"),
});

/** The column of servers stays while one page after another is open beside it. */
const serversFrameRoute = createRoute({
  getParentRoute: () => shellRoute,
  id: "servers-frame",
  staleTime: Number.POSITIVE_INFINITY,
  // The list is as high as it has servers: on a phone its page begins below it.
  loader: ({ context: { api, queryClient }, location }) => {
    const { q, sort } = parseServersSearch(location.search);
    return queryClient.prefetchInfiniteQuery({ ...serverSummariesQuery(api, q, sort), retry: false });
  },
  component: lazyRouteComponent(() => import("@/routes/servers-frame"), "ServersFrame"),
});

const serversRoute = createRoute({
  getParentRoute: () => serversFrameRoute,
  path: "/servers",
  validateSearch: parseServersSearch,
  beforeLoad: readEarlierFilters(parseServersSearch),
  loader: ({ context: { api, queryClient } }) => prefetchLabState(queryClient, api),
  component: lazyRouteComponent(() => import("@/routes/servers"), "ServersRoute"),
});

const serverRoute = createRoute({
  getParentRoute: () => serversFrameRoute,
  path: "/servers/$ref",
  validateSearch: parseServerSearch,
  staleTime: Number.POSITIVE_INFINITY,
  loaderDeps: ({ search: { tab } }) => ({ tab }),
  // The drawing of its hardware is as high as that needs: it is known before the page appears, so that nothing moves.
  loader: async ({ context: { api, queryClient }, params, deps: { tab } }) => {
    const server = await queryClient
      .ensureQueryData({ ...serverQuery(api, params.ref), retry: false })
      .catch(() => null);
    if (server) await prefetchServerTab(queryClient, api, server, tab);
  },
  component: lazyRouteComponent(() => import("@/routes/server"), "ServerRoute"),
});

const movedRoutes = [
  moved("/compare", (search) => redirect({ to: "/workbench", search: oldComparison(search), replace: true })),
  moved("/compare/explore", (search) => redirect({ to: "/workbench", search: oldExplore(search), replace: true })),
  moved("/compare/pivot", (search) => redirect({ to: "/workbench", search: oldPivot(search), replace: true })),
  moved("/rankings", (search) => redirect({ to: "/workbench", search: oldRanking(search), replace: true })),
  moved("/jobs", (search) =>
    redirect({ to: "/queue", search: { ...parseJobsSearch(search), view: "done" }, replace: true }),
  ),
  moved("/jobs/new", (search) => redirect({ to: "/new", search: parseJobDraft(search), replace: true })),
  moved("/engines", () => redirect({ to: "/settings/engines", replace: true })),
  moved("/inventory", (_, { href }) => redirect({ href: movedInventory(href), replace: true })),
  moved("/inventory/$", (_, { href }) => redirect({ href: movedInventory(href), replace: true })),
  moved("/runs/$ref/curves", (search, { params }) =>
    redirect({ to: "/runs/$ref", params, search: { ...parseRunCurvesSearch(search), metric: "all" }, replace: true }),
  ),
  moved("/runs/$ref/sweeps", (search, { params }) => {
    const sweep = parseRunSweepsSearch(search);
    return redirect({ to: "/runs/$ref/phases", params, search: { sweep }, hash: "sweeps", replace: true });
  }),
  moved("/runs/$ref/latency", (search, { params }) => {
    const latency = parseRunLatencySearch(search);
    return redirect({ to: "/runs/$ref/phases", params, search: latency, hash: "latency", replace: true });
  }),
] as const;

const routeTree = rootRoute.addChildren([
  signInRoute,
  shellRoute.addChildren([
    ...movedRoutes,
    homeRoute,
    page("/settings", () => import("@/routes/settings"), "SettingsRoute"),
    page("/settings/appearance", () => import("@/routes/settings"), "AppearanceRoute"),
    page("/settings/notifications", () => import("@/routes/settings"), "NotificationSettingsRoute"),
    page("/settings/shortcuts", () => import("@/routes/settings"), "ShortcutSettingsRoute"),
    page("/settings/demo", () => import("@/routes/settings"), "DemoSettingsRoute"),
    page("/settings/lab", () => import("@/routes/settings"), "LabSettingsRoute"),
    page("/settings/public-page", () => import("@/routes/settings-public-page"), "PublicPageRoute"),
    page("/settings/tokens", () => import("@/routes/settings-tokens"), "TokensRoute", parsePagedSearch),
    page("/settings/users", () => import("@/routes/settings-users"), "UsersRoute", parsePagedSearch),
    page("/help", () => import("@/routes/help"), "HelpRoute"),
    page("/api/docs", () => import("@/routes/api-docs"), "APIDocsRoute", parseWordsSearch),
    page("/gallery", () => import("@/routes/gallery"), "GalleryRoute", parseGallerySearch),
    runsRoute,
    page("/runs/trash", () => import("@/routes/runs-trash"), "RunsTrashRoute", parsePagedSearch),
    runRoute.addChildren([
      runPage("/", () => import("@/routes/run-result"), "RunResultRoute", parseRunSearch),
      runPage("phases", () => import("@/routes/run-phases"), "RunPhasesRoute", parseRunPhasesSearch),
      runPage("environment", () => import("@/routes/run-environment"), "RunEnvironmentRoute"),
      runPage("files", () => import("@/routes/run-files"), "RunFilesRoute"),
      runPage("history", () => import("@/routes/run-history"), "RunHistoryRoute"),
      runPage("report", () => import("@/routes/run-report"), "RunReportRoute"),
    ]),
    workbenchRoute,
    listPage("/findings", () => import("@/routes/findings"), "FindingsRoute", parseHardwareListSearch),
    page("/findings/matrix", () => import("@/routes/finding-matrix"), "FindingMatrixRoute", parseMatrixSearch),
    page("/import", () => import("@/routes/imports"), "ImportsRoute", parsePagedSearch),
    page("/import/$ref", () => import("@/routes/import"), "ImportRoute"),
    page("/new", () => import("@/routes/new-run"), "NewRunRoute", parseJobDraft),
    jobRoute,
    page("/settings/engines", () => import("@/routes/settings-engines"), "EnginesRoute"),
    queueRoute,
    page("/dashboards", () => import("@/routes/dashboards"), "DashboardsRoute", parseDashboardsSearch),
    page("/dashboards/$ref", () => import("@/routes/dashboard"), "DashboardRoute", parseDashboardSearch),
    listPage("/campaigns", () => import("@/routes/campaigns"), "CampaignsRoute", parseCampaignsSearch),
    page("/campaigns/new", () => import("@/routes/new-campaign"), "NewCampaignRoute", parseCampaignDraft),
    page("/campaigns/$ref", () => import("@/routes/campaign"), "CampaignRoute", parseCampaignSearch),
    serversFrameRoute.addChildren([serversRoute, serverRoute]),
    page("/servers/new", () => import("@/routes/new-server"), "NewServerRoute"),
    listPage("/servers/controllers", () => import("@/routes/controllers"), "ControllersRoute", parseHardwareListSearch),
    page("/servers/controllers/$ref", () => import("@/routes/controller"), "ControllerRoute"),
    listPage("/drives", () => import("@/routes/drives"), "DrivesRoute", parseHardwareListSearch),
    page("/drives/$ref", () => import("@/routes/drive"), "DriveRoute", parseDriveSearch),
    listPage("/arrays", () => import("@/routes/arrays"), "ArraysRoute", parseHardwareListSearch),
    page("/arrays/$ref", () => import("@/routes/array"), "ArrayRoute"),
    listPage("/servers/models", () => import("@/routes/models"), "ModelsRoute", parseHardwareListSearch),
    page("/servers/models/$id", () => import("@/routes/model"), "ModelRoute"),
    listPage("/servers/changes", () => import("@/routes/changes"), "ChangesRoute", parseHardwareListSearch),
    page("/servers/import", () => import("@/routes/inventory-import"), "InventoryImportRoute"),
    page("/servers/published/$ref", () => import("@/routes/published"), "PublishedRoute"),
    page("/configurations", () => import("@/routes/configurations"), "ConfigurationsRoute", parseConfigurationsSearch),
    page(
      "/configurations/diff",
      () => import("@/routes/configuration-diff"),
      "ConfigurationDiffRoute",
      parseDiffSearch,
    ),
    page(
      "/configurations/$ref",
      () => import("@/routes/configuration"),
      "ConfigurationRoute",
      parseConfigurationSearch,
    ),
    page(
      "/configurations/$ref/history",
      () => import("@/routes/configuration-history"),
      "ConfigurationHistoryRoute",
      parseHistorySearch,
    ),
    page("/search", () => import("@/shell/search-address"), "SearchAddress", parseWordsSearch),
    page("/profiles", () => import("@/routes/profiles"), "ProfilesRoute", parseProfilesSearch),
    page("/profiles/new", () => import("@/routes/profile-editor"), "NewProfileRoute", parseNewProfileSearch),
    page("/profiles/$name", () => import("@/routes/profile"), "ProfileRoute", parseProfileSearch),
    page("/profiles/$name/diff", () => import("@/routes/profile-diff"), "ProfileDiffRoute", parseProfileDiffSearch),
    page("/profiles/$name/edit", () => import("@/routes/profile-editor"), "EditProfileRoute"),
    page("/shares", () => import("@/routes/shares"), "SharesRoute", parseSharesSearch),
    page("/shares/new", () => import("@/routes/new-share"), "NewShareRoute", parseNewShareSearch),
    page("/shares/$ref", () => import("@/routes/share"), "ShareRoute"),
  ]),
]);

/** `history` is the browser's unless another is given. */
export function createLabRouter(context: RouterContext, history?: RouterHistory) {
  return createRouter({
    routeTree,
    context,
    history,
    defaultPreload: "intent",
    scrollRestoration: true,
    parseSearch: parseSearchWith(readAddressValue),
  });
}

declare module "@tanstack/react-router" {
  interface Register {
    router: ReturnType<typeof createLabRouter>;
  }
}
