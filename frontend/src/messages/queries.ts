/** Search fields that take queries, and what queries find. */
import type { QueryList } from "@/api/types";

const NOUNS: Record<QueryList, readonly [one: string, several: string]> = {
  runs: ["run", "runs"],
  servers: ["server", "servers"],
  drives: ["drive", "drives"],
  arrays: ["array", "arrays"],
  controllers: ["controller", "controllers"],
  configurations: ["configuration", "configurations"],
  campaigns: ["campaign", "campaigns"],
  jobs: ["job", "jobs"],
  profiles: ["profile", "profiles"],
  dashboards: ["dashboard", "dashboards"],
  models: ["model", "models"],
  changes: ["change", "changes"],
  findings: ["finding", "findings"],
};

export const queries = {
  label: "Search",
  hints: {
    runs: 'Words or conditions, such as model:"PM9A3" iops>500k',
    servers: "Such as state:ready",
    drives: "Words or conditions, such as wear>10 temperature>60C",
    arrays: "Words or conditions, such as raid:10 condition:degraded",
    controllers: "Words or conditions, such as kind:raid firmware:52.26",
    configurations: "Words or conditions, such as raid:10 firmware:GDC5602Q",
    campaigns: "Words or conditions, such as state:running server:atlas",
    jobs: "Words or conditions, such as state:queued server:atlas",
    profiles: "Words or conditions, such as bs:4k writes:no",
    dashboards: "Words or conditions, such as chart:bars",
    models: "Words or conditions, such as component:drive endurance>=3PB",
    changes: "Words or conditions, such as field:firmware at>-30d",
    findings: "Words or conditions, such as relation:leads raid_level:RAID5",
  } satisfies Record<QueryList, string>,
  conditions: "Conditions of the search",
  editCondition: (condition: string) => `Edit ${condition}`,
  removeCondition: (condition: string) => `Clear ${condition}`,
  proposals: "Fields and values",
  count: (list: QueryList, count: number) => `${count.toLocaleString("en")} ${NOUNS[list][count === 1 ? 0 : 1]}`,
  /** Title of a list filtered by a query, in the palette. */
  where: (list: QueryList, query: string) => `${capital(NOUNS[list][1])} where ${query}`,
  /** Jobs are on two lists. */
  inQueue: (count: number) => `${count.toLocaleString("en")} in the queue`,
  ended: (count: number) => `${count.toLocaleString("en")} done`,
  leftOut: (part: string) => `Shown without ${part}`,
  drop: "Remove it",
  use: (text: string) => `Use ${text}`,
} as const;

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
