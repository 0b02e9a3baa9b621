/** First files and answers of the pages that are opened most. */

interface FirstFiles {
  /** Its modules in src/routes. */
  modules: readonly string[];
  /** Modules in src that it loads as soon as it is there, such as what draws its charts. */
  later?: readonly string[];
  /** First request to the lab, without search parameters of its own. */
  answer?: string;
}

/** Files by address without its first slash; `*` replaces the name of an item. */
export const FIRST_FILES: Readonly<Record<string, FirstFiles>> = {
  "": { modules: ["home"], answer: "/api/v1/overview" },
  queue: {
    modules: ["queue"],
    answer: "/api/v1/queue/schedule?horizon=24h&lane_offset=0&lane_limit=30&job_limit=50",
  },
  drives: { modules: ["drives"], answer: "/api/v1/drives?limit=200" },
  arrays: { modules: ["arrays"] },
  servers: { modules: ["servers-frame", "servers"], answer: "/api/v1/server-summaries?limit=50" },
  "servers/*": { modules: ["servers-frame", "server"] },
  configurations: { modules: ["configurations"] },
  runs: { modules: ["runs"] },
  "runs/*": { modules: ["run"] },
  workbench: {
    modules: ["workbench"],
    later: ["features/workbench/prefetch-curves", "features/workbench/panel-body"],
  },
  dashboards: { modules: ["dashboards"] },
  campaigns: { modules: ["campaigns"] },
  profiles: { modules: ["profiles"] },
  new: { modules: ["new-run"] },
};
