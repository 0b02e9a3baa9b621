/** Content of the palette: its parts, and the pages that it knows without a request to the lab. */
import {
  IconAdjustments,
  IconApi,
  IconBell,
  IconChartBar,
  IconCpu,
  IconDatabase,
  IconFileImport,
  IconGrid4x4,
  IconHelpCircle,
  IconHistory,
  IconKey,
  IconKeyboard,
  IconListDetails,
  IconPackage,
  IconPalette,
  type IconProps,
  IconQuote,
  IconTrash,
  IconUser,
  IconUsers,
  IconWorld,
} from "@tabler/icons-react";
import type { ComponentType } from "react";
import type { Permissions } from "@/api/permissions";
import type { ShortValue } from "@/lib/short-values";
import { palette as words } from "@/messages/palette";
import { shell } from "@/messages/shell";
import type { ThumbnailData } from "@/parts/thumbnail";
import { type PageSection, SECTION_ICONS, SECTION_PAGES } from "./sections";

export type PaletteGroup = "runs" | "things" | "do";

export interface EntryAction {
  key: string;
  label: string;
  /** An address, or what is done. */
  does: string | (() => void);
}

export interface PaletteEntry {
  id: string;
  group: PaletteGroup;
  title: string;
  /** The grey words behind the title. */
  detail?: string;
  /** Further words by which it is found. */
  also?: string;
  Icon: ComponentType<IconProps>;
  /** As a person presses them: `n`, `g r`. */
  keys?: string;
  /** The result of a run: its key chart in small, and its one number. */
  result?: { picture: ThumbnailData | null; value: ShortValue };
  /** An address, or what is done. */
  does: string | (() => void);
  /** Further actions with it. */
  actions?: readonly EntryAction[];
}

/** Further words by which sections are found. */
const ALSO: Partial<Record<PageSection, string>> = {
  workbench: "compare factors heat map pivot ranking rating award",
};

/** Keys that lead to sections. */
const KEYS: Partial<Record<PageSection, string>> = {
  home: "g h",
  runs: "g r",
  workbench: "g w",
  dashboards: "g d",
  permalinks: "g p",
  newRun: "n",
  queue: "g q",
  campaigns: "g c",
  profiles: "g f",
  servers: "g s",
};

type PageName = keyof typeof words.pages;

const PAGES: readonly (readonly [name: PageName, path: string, Icon: ComponentType<IconProps>, also?: string])[] = [
  ["jobs", "/jobs", IconListDetails],
  ["findings", "/findings", IconQuote, "leaders laggards reviews ratio statements"],
  ["ratingMatrix", "/findings/matrix", IconGrid4x4, "findings leaders laggards reviews"],
  ["controllers", "/servers/controllers", IconAdjustments, "raid hba"],
  ["models", "/servers/models", IconCpu, "drive controller"],
  ["changes", "/servers/changes", IconHistory, "firmware history"],
  ["inventoryImport", "/servers/import", IconFileImport, "csv table"],
  ["trash", "/runs/trash", IconTrash, "deleted runs restore"],
  ["engines", "/settings/engines", IconPackage, "fio vdbench"],
  ["help", "/help", IconHelpCircle, "glossary rules"],
  ["api", "/api/docs", IconApi, "openapi endpoints"],
  ["gallery", "/gallery", IconChartBar, "parts sheet"],
  ["account", "/settings", IconUser, "role name"],
  ["appearance", "/settings/appearance", IconPalette, "dark light theme density compact rows"],
  ["notifications", "/settings/notifications", IconBell, "bell browser alerts follow"],
  ["shortcuts", "/settings/shortcuts", IconKeyboard, "keys single"],
  ["demo", "/settings/demo", IconDatabase, "published reviews remove restore"],
  ["key", "/settings/lab", IconKey, "ssh"],
];

const OF_ADMINISTRATORS: typeof PAGES = [
  ["tokens", "/settings/tokens", IconKey, "api"],
  ["users", "/settings/users", IconUsers, "roles sign-in link"],
  ["publicPage", "/settings/public-page", IconWorld, "listed results search engines feed"],
];

export function staticPages({ operate, administer }: Permissions): readonly PaletteEntry[] {
  const sections = (Object.keys(SECTION_PAGES) as PageSection[]).filter((section) => section !== "newRun" || operate);
  return [
    ...sections.map(
      (section): PaletteEntry => ({
        id: `section ${section}`,
        group: "things",
        title: shell.sections[section],
        detail: words.page,
        also: ALSO[section],
        Icon: SECTION_ICONS[section],
        keys: KEYS[section],
        does: SECTION_PAGES[section],
      }),
    ),
    ...[...PAGES, ...(administer ? OF_ADMINISTRATORS : [])].map(
      ([name, path, Icon, also]): PaletteEntry => ({
        id: `page ${name}`,
        group: "things",
        title: words.pages[name],
        detail: words.page,
        also,
        Icon,
        does: path,
      }),
    ),
  ];
}
