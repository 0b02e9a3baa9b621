/** The parts of the lab that the navigation leads to, and which of them an address belongs to. */
import {
  IconChartDots3,
  IconDeviceSdCard,
  IconFileImport,
  IconFingerprint,
  IconGrid4x4,
  IconHome,
  IconLayoutDashboard,
  IconLink,
  IconListDetails,
  IconPlayerPlay,
  IconServer2,
  IconSettings,
  IconStack3,
  IconTestPipe,
  IconTimeline,
} from "@tabler/icons-react";
import { shell as words } from "@/messages/shell";

export type SectionName = keyof typeof words.sections;

/** Pages of the sections that have their own. */
export const SECTION_PAGES = {
  home: "/",
  runs: "/runs",
  workbench: "/workbench",
  dashboards: "/dashboards",
  permalinks: "/shares",
  newRun: "/new",
  queue: "/queue",
  campaigns: "/campaigns",
  profiles: "/profiles",
  servers: "/servers",
  drives: "/drives",
  arrays: "/arrays",
  configurations: "/configurations",
  imports: "/import",
  settings: "/settings",
} as const satisfies Partial<Record<SectionName, string>>;

export type PageSection = keyof typeof SECTION_PAGES;

export const SECTION_ICONS: Readonly<Record<SectionName, typeof IconHome>> = {
  home: IconHome,
  runs: IconListDetails,
  workbench: IconChartDots3,
  dashboards: IconLayoutDashboard,
  permalinks: IconLink,
  newRun: IconPlayerPlay,
  queue: IconTimeline,
  campaigns: IconGrid4x4,
  profiles: IconTestPipe,
  servers: IconServer2,
  drives: IconDeviceSdCard,
  arrays: IconStack3,
  configurations: IconFingerprint,
  imports: IconFileImport,
  settings: IconSettings,
};

export interface SectionGroup {
  key: string;
  /** The first and the last group have no heading. */
  title?: string;
  sections: readonly PageSection[];
}

export const SECTION_GROUPS: readonly SectionGroup[] = [
  { key: "home", sections: ["home"] },
  { key: "results", title: words.groups.results, sections: ["runs", "workbench", "dashboards", "permalinks"] },
  { key: "measure", title: words.groups.measure, sections: ["newRun", "queue", "campaigns", "profiles"] },
  { key: "lab", title: words.groups.lab, sections: ["servers", "drives", "arrays", "configurations"] },
  { key: "more", sections: ["imports", "settings"] },
];

/** Pages that have no entry of their own belong to a neighbour. */
const PREFIXES: readonly (readonly [prefix: string, section: SectionName])[] = [
  ...Object.entries(SECTION_PAGES).map(([section, page]) => [page, section as PageSection] as const),
  ["/jobs", "queue"],
  ["/compare", "workbench"],
  ["/findings", "runs"],
  ["/inventory", "servers"],
];

/** Return the section of an address: that of the longest prefix; null for pages of none. */
export function sectionAt(path: string): SectionName | null {
  const matches = PREFIXES.filter(([prefix]) => path === prefix || (prefix !== "/" && path.startsWith(`${prefix}/`)));
  return matches.toSorted(([a], [b]) => b.length - a.length)[0]?.[1] ?? null;
}
