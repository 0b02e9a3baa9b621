/** The addresses of the pages. Every search parameter is checked here before a page sees it. */
import type { QueryClient } from "@tanstack/react-query";
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  parseSearchWith,
  type RouterHistory,
  redirect,
} from "@tanstack/react-router";
import type { Api } from "@/api/client";
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
import { parseCampaignDraft } from "@/features/campaigns/draft";
import { parseConfigurationsSearch } from "@/features/configuration-list/search";
import { parseDashboardsSearch } from "@/features/dashboards/list-search";
import { parseJobDraft } from "@/features/new-run/draft";
import { hasEarlierFilters, parseRunsSearch } from "@/features/runs/search";
import { parseNewShareSearch } from "@/features/shares/subject";
import type { WorkbenchSearch } from "@/features/workbench/address";
import { prefetchWorkbench } from "@/features/workbench/prefetch";
import { parseDashboardSearch } from "@/features/workbench/view-search";
import { movedInventory } from "@/routes/moved";
import { type OldSearch, oldComparison } from "@/routes/old-addresses";
import { oldExplore, oldPivot, oldRanking } from "@/routes/old-factor-addresses";
import {
  hasListFilters,
  parseCampaignSearch,
  parseCampaignsSearch,
  parseChangesSearch,
  parseConfigurationSearch,
  parseDiffSearch,
  parseDriveSearch,
  parseGallerySearch,
  parseHardwareListSearch,
  parseHistorySearch,
  parseHomeSearch,
  parseImportsSearch,
  parseJobsSearch,
  parseModelsSearch,
  parseNewProfileSearch,
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
  parseSearchSearch,
  parseServerSearch,
  parseServersSearch,
  parseSharesSearch,
  parseSignInSearch,
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
  component: Shell,
  pendingComponent: WaitingPage,
});

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

const settingsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/settings",
  component: lazyRouteComponent(() => import("@/routes/settings"), "SettingsRoute"),
});

const appearanceRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/settings/appearance",
  component: lazyRouteComponent(() => import("@/routes/settings"), "AppearanceRoute"),
});

const notificationSettingsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/settings/notifications",
  component: lazyRouteComponent(() => import("@/routes/settings"), "NotificationSettingsRoute"),
});

const shortcutSettingsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/settings/shortcuts",
  component: lazyRouteComponent(() => import("@/routes/settings"), "ShortcutSettingsRoute"),
});

const demoSettingsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/settings/demo",
  component: lazyRouteComponent(() => import("@/routes/settings"), "DemoSettingsRoute"),
});

const labSettingsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/settings/lab",
  component: lazyRouteComponent(() => import("@/routes/settings"), "LabSettingsRoute"),
});

const tokensRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/settings/tokens",
  validateSearch: parseImportsSearch,
  component: lazyRouteComponent(() => import("@/routes/settings-tokens"), "TokensRoute"),
});

const usersRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/settings/users",
  validateSearch: parseImportsSearch,
  component: lazyRouteComponent(() => import("@/routes/settings-users"), "UsersRoute"),
});

const helpRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/help",
  component: lazyRouteComponent(() => import("@/routes/help"), "HelpRoute"),
});

const apiDocsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/api/docs",
  validateSearch: parseSearchSearch,
  component: lazyRouteComponent(() => import("@/routes/api-docs"), "APIDocsRoute"),
});

const galleryRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/gallery",
  validateSearch: parseGallerySearch,
  component: lazyRouteComponent(() => import("@/routes/gallery"), "GalleryRoute"),
});

const runsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/runs",
  validateSearch: parseRunsSearch,
  // An address from before the list took queries still opens the same list.
  beforeLoad: ({ location: { search } }) => {
    if (hasEarlierFilters(search)) throw redirect({ to: "/runs", search: parseRunsSearch(search), replace: true });
  },
  // The note on demo data appears above the list, so it is loaded before the page and nothing moves down.
  loader: ({ context }) => context.queryClient.ensureQueryData(demoDataQuery(context.api)).catch(() => undefined),
  component: lazyRouteComponent(() => import("@/routes/runs"), "RunsRoute"),
});

const runsTrashRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/runs/trash",
  validateSearch: parseImportsSearch,
  component: lazyRouteComponent(() => import("@/routes/runs-trash"), "RunsTrashRoute"),
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

const runResultRoute = createRoute({
  getParentRoute: () => runRoute,
  path: "/",
  validateSearch: parseRunSearch,
  // An address from before the report had its own still leads there.
  beforeLoad: ({ params, search: { view } }) => {
    if (view) throw redirect({ to: "/runs/$ref/report", params, replace: true });
  },
  component: lazyRouteComponent(() => import("@/routes/run-result"), "RunResultRoute"),
});

const runPhasesRoute = createRoute({
  getParentRoute: () => runRoute,
  path: "phases",
  validateSearch: parseRunPhasesSearch,
  component: lazyRouteComponent(() => import("@/routes/run-phases"), "RunPhasesRoute"),
});

// Addresses of earlier parts of a run lead on to the tabs that took them in.
const runCurvesRoute = createRoute({
  getParentRoute: () => runRoute,
  path: "curves",
  validateSearch: parseRunCurvesSearch,
  beforeLoad: ({ params, search }) => {
    throw redirect({ to: "/runs/$ref", params, search: { ...search, metric: "all" }, replace: true });
  },
});

const runSweepsRoute = createRoute({
  getParentRoute: () => runRoute,
  path: "sweeps",
  validateSearch: parseRunSweepsSearch,
  beforeLoad: ({ params, search: { baseline, ...sweep } }) => {
    throw redirect({ to: "/runs/$ref/phases", params, search: { baseline, sweep }, hash: "sweeps", replace: true });
  },
});

const runLatencyRoute = createRoute({
  getParentRoute: () => runRoute,
  path: "latency",
  validateSearch: parseRunLatencySearch,
  beforeLoad: ({ params, search }) => {
    throw redirect({ to: "/runs/$ref/phases", params, search, hash: "latency", replace: true });
  },
});

const runEnvironmentRoute = createRoute({
  getParentRoute: () => runRoute,
  path: "environment",
  component: lazyRouteComponent(() => import("@/routes/run-environment"), "RunEnvironmentRoute"),
});

const runFilesRoute = createRoute({
  getParentRoute: () => runRoute,
  path: "files",
  component: lazyRouteComponent(() => import("@/routes/run-files"), "RunFilesRoute"),
});

const runHistoryRoute = createRoute({
  getParentRoute: () => runRoute,
  path: "history",
  component: lazyRouteComponent(() => import("@/routes/run-history"), "RunHistoryRoute"),
});

const runReportRoute = createRoute({
  getParentRoute: () => runRoute,
  path: "report",
  component: lazyRouteComponent(() => import("@/routes/run-report"), "RunReportRoute"),
});

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

/** The address of a page that the workbench replaced: `searchOf` returns the search of the workbench that shows the same. */
function movedToWorkbench<const Path extends string>(path: Path, searchOf: (raw: OldSearch) => WorkbenchSearch) {
  return createRoute({
    getParentRoute: () => shellRoute,
    path,
    beforeLoad: ({ location }) => {
      throw redirect({ to: "/workbench", search: searchOf(location.search), replace: true });
    },
  });
}

const oldCompareRoute = movedToWorkbench("/compare", oldComparison);
const oldExploreRoute = movedToWorkbench("/compare/explore", oldExplore);
const oldPivotRoute = movedToWorkbench("/compare/pivot", oldPivot);
const oldRankingsRoute = movedToWorkbench("/rankings", oldRanking);

const importsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/import",
  validateSearch: parseImportsSearch,
  component: lazyRouteComponent(() => import("@/routes/imports"), "ImportsRoute"),
});

const importRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/import/$ref",
  component: lazyRouteComponent(() => import("@/routes/import"), "ImportRoute"),
});

const jobsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/jobs",
  validateSearch: parseJobsSearch,
  // Jobs that are over are in the queue, with those that are not.
  beforeLoad: ({ search }) => {
    throw redirect({ to: "/queue", search: { ...search, view: "done" }, replace: true });
  },
});

const newRunRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/new",
  validateSearch: parseJobDraft,
  component: lazyRouteComponent(() => import("@/routes/new-run"), "NewRunRoute"),
});

// Old address of the form: drafts in old addresses are preserved.
const newJobRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/jobs/new",
  validateSearch: parseJobDraft,
  beforeLoad: ({ search }) => {
    throw redirect({ to: "/new", search, replace: true });
  },
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

const enginesRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/settings/engines",
  component: lazyRouteComponent(() => import("@/routes/settings-engines"), "EnginesRoute"),
});

// Address of the engines before the settings had them.
const oldEnginesRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/engines",
  beforeLoad: () => {
    throw redirect({ to: "/settings/engines", replace: true });
  },
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

const campaignsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/campaigns",
  validateSearch: parseCampaignsSearch,
  beforeLoad: ({ location: { search } }) => {
    if (hasListFilters(search))
      throw redirect({ to: "/campaigns", search: parseCampaignsSearch(search), replace: true });
  },
  component: lazyRouteComponent(() => import("@/routes/campaigns"), "CampaignsRoute"),
});

const dashboardsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/dashboards",
  validateSearch: parseDashboardsSearch,
  component: lazyRouteComponent(() => import("@/routes/dashboards"), "DashboardsRoute"),
});

const dashboardRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/dashboards/$ref",
  validateSearch: parseDashboardSearch,
  component: lazyRouteComponent(() => import("@/routes/dashboard"), "DashboardRoute"),
});

const newCampaignRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/campaigns/new",
  validateSearch: parseCampaignDraft,
  component: lazyRouteComponent(() => import("@/routes/new-campaign"), "NewCampaignRoute"),
});

const campaignRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/campaigns/$ref",
  validateSearch: parseCampaignSearch,
  component: lazyRouteComponent(() => import("@/routes/campaign"), "CampaignRoute"),
});

// Old addresses of servers, drives, arrays, controllers, models and changes.
const inventoryRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/inventory",
  beforeLoad: ({ location }) => {
    throw redirect({ href: movedInventory(location.href), replace: true });
  },
});

const movedInventoryRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/inventory/$",
  beforeLoad: ({ location }) => {
    throw redirect({ href: movedInventory(location.href), replace: true });
  },
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
  beforeLoad: ({ location: { search } }) => {
    if (hasListFilters(search)) throw redirect({ to: "/servers", search: parseServersSearch(search), replace: true });
  },
  loader: ({ context: { api, queryClient } }) => prefetchLabState(queryClient, api),
  component: lazyRouteComponent(() => import("@/routes/servers"), "ServersRoute"),
});

const newServerRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/servers/new",
  component: lazyRouteComponent(() => import("@/routes/new-server"), "NewServerRoute"),
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

const controllersRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/servers/controllers",
  validateSearch: parseHardwareListSearch,
  beforeLoad: ({ location: { search } }) => {
    if (hasListFilters(search))
      throw redirect({ to: "/servers/controllers", search: parseHardwareListSearch(search), replace: true });
  },
  component: lazyRouteComponent(() => import("@/routes/controllers"), "ControllersRoute"),
});

const controllerRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/servers/controllers/$ref",
  component: lazyRouteComponent(() => import("@/routes/controller"), "ControllerRoute"),
});

const drivesRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/drives",
  validateSearch: parseHardwareListSearch,
  beforeLoad: ({ location: { search } }) => {
    if (hasListFilters(search))
      throw redirect({ to: "/drives", search: parseHardwareListSearch(search), replace: true });
  },
  component: lazyRouteComponent(() => import("@/routes/drives"), "DrivesRoute"),
});

const driveRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/drives/$ref",
  validateSearch: parseDriveSearch,
  component: lazyRouteComponent(() => import("@/routes/drive"), "DriveRoute"),
});

const arraysRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/arrays",
  validateSearch: parseHardwareListSearch,
  beforeLoad: ({ location: { search } }) => {
    if (hasListFilters(search))
      throw redirect({ to: "/arrays", search: parseHardwareListSearch(search), replace: true });
  },
  component: lazyRouteComponent(() => import("@/routes/arrays"), "ArraysRoute"),
});

const arrayRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/arrays/$ref",
  component: lazyRouteComponent(() => import("@/routes/array"), "ArrayRoute"),
});

const modelsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/servers/models",
  validateSearch: parseModelsSearch,
  beforeLoad: ({ location: { search } }) => {
    if (hasListFilters(search))
      throw redirect({ to: "/servers/models", search: parseModelsSearch(search), replace: true });
  },
  component: lazyRouteComponent(() => import("@/routes/models"), "ModelsRoute"),
});

const modelRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/servers/models/$id",
  component: lazyRouteComponent(() => import("@/routes/model"), "ModelRoute"),
});

const changesRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/servers/changes",
  validateSearch: parseChangesSearch,
  beforeLoad: ({ location: { search } }) => {
    if (hasListFilters(search))
      throw redirect({ to: "/servers/changes", search: parseChangesSearch(search), replace: true });
  },
  component: lazyRouteComponent(() => import("@/routes/changes"), "ChangesRoute"),
});

const inventoryImportRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/servers/import",
  component: lazyRouteComponent(() => import("@/routes/inventory-import"), "InventoryImportRoute"),
});

const publishedRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/servers/published/$ref",
  component: lazyRouteComponent(() => import("@/routes/published"), "PublishedRoute"),
});

const configurationsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/configurations",
  validateSearch: parseConfigurationsSearch,
  component: lazyRouteComponent(() => import("@/routes/configurations"), "ConfigurationsRoute"),
});

const configurationDiffRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/configurations/diff",
  validateSearch: parseDiffSearch,
  component: lazyRouteComponent(() => import("@/routes/configuration-diff"), "ConfigurationDiffRoute"),
});

const configurationRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/configurations/$ref",
  validateSearch: parseConfigurationSearch,
  component: lazyRouteComponent(() => import("@/routes/configuration"), "ConfigurationRoute"),
});

const configurationHistoryRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/configurations/$ref/history",
  validateSearch: parseHistorySearch,
  component: lazyRouteComponent(() => import("@/routes/configuration-history"), "ConfigurationHistoryRoute"),
});

const searchRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/search",
  validateSearch: parseSearchSearch,
  component: lazyRouteComponent(() => import("@/shell/search-address"), "SearchAddress"),
});

const profilesRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/profiles",
  validateSearch: parseProfilesSearch,
  component: lazyRouteComponent(() => import("@/routes/profiles"), "ProfilesRoute"),
});

const newProfileRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/profiles/new",
  validateSearch: parseNewProfileSearch,
  component: lazyRouteComponent(() => import("@/routes/profile-editor"), "NewProfileRoute"),
});

const profileRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/profiles/$name",
  validateSearch: parseProfileSearch,
  component: lazyRouteComponent(() => import("@/routes/profile"), "ProfileRoute"),
});

const profileDiffRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/profiles/$name/diff",
  validateSearch: parseProfileDiffSearch,
  component: lazyRouteComponent(() => import("@/routes/profile-diff"), "ProfileDiffRoute"),
});

const editProfileRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/profiles/$name/edit",
  component: lazyRouteComponent(() => import("@/routes/profile-editor"), "EditProfileRoute"),
});

const sharesRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/shares",
  validateSearch: parseSharesSearch,
  component: lazyRouteComponent(() => import("@/routes/shares"), "SharesRoute"),
});

const newShareRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/shares/new",
  validateSearch: parseNewShareSearch,
  component: lazyRouteComponent(() => import("@/routes/new-share"), "NewShareRoute"),
});

const shareRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/shares/$ref",
  component: lazyRouteComponent(() => import("@/routes/share"), "ShareRoute"),
});

const routeTree = rootRoute.addChildren([
  signInRoute,
  shellRoute.addChildren([
    homeRoute,
    settingsRoute,
    appearanceRoute,
    notificationSettingsRoute,
    shortcutSettingsRoute,
    demoSettingsRoute,
    labSettingsRoute,
    tokensRoute,
    usersRoute,
    helpRoute,
    apiDocsRoute,
    galleryRoute,
    runsRoute,
    runsTrashRoute,
    runRoute.addChildren([
      runResultRoute,
      runPhasesRoute,
      runCurvesRoute,
      runSweepsRoute,
      runLatencyRoute,
      runEnvironmentRoute,
      runFilesRoute,
      runHistoryRoute,
      runReportRoute,
    ]),
    oldCompareRoute,
    workbenchRoute,
    oldPivotRoute,
    oldExploreRoute,
    importsRoute,
    importRoute,
    jobsRoute,
    newRunRoute,
    newJobRoute,
    jobRoute,
    enginesRoute,
    oldEnginesRoute,
    queueRoute,
    dashboardsRoute,
    dashboardRoute,
    campaignsRoute,
    newCampaignRoute,
    campaignRoute,
    inventoryRoute,
    movedInventoryRoute,
    serversFrameRoute.addChildren([serversRoute, serverRoute]),
    newServerRoute,
    controllersRoute,
    controllerRoute,
    drivesRoute,
    driveRoute,
    arraysRoute,
    arrayRoute,
    modelsRoute,
    modelRoute,
    changesRoute,
    inventoryImportRoute,
    publishedRoute,
    configurationsRoute,
    configurationDiffRoute,
    configurationRoute,
    configurationHistoryRoute,
    searchRoute,
    oldRankingsRoute,
    profilesRoute,
    newProfileRoute,
    profileRoute,
    profileDiffRoute,
    editProfileRoute,
    sharesRoute,
    newShareRoute,
    shareRoute,
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
