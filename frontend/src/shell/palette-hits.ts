/** Entries of the palette from what the lab finds; kinds that are not known here are left out. */
import {
  IconAdjustments,
  IconBook2,
  IconCpu,
  IconDeviceSdCard,
  IconFingerprint,
  IconGrid4x4,
  IconLayoutDashboard,
  IconLink,
  IconListDetails,
  type IconProps,
  IconServer2,
  IconStack3,
  IconTestPipe,
  IconUser,
} from "@tabler/icons-react";
import { defaultStringifySearch } from "@tanstack/react-router";
import type { ComponentType } from "react";
import type { Hit, HitGroup, Profile } from "@/api/types";
import { figureValue } from "@/components/headline";
import { pictureOf } from "@/components/result-picture";
import { readLastWorkbench, workbenchWith } from "@/lib/last-workbench";
import { queryValue } from "@/lib/query-parts";

import { shortAge } from "@/lib/short-times";
import { messages, word } from "@/messages";
import { palette as words } from "@/messages/palette";
import type { EntryAction, PaletteEntry } from "./palette-entries";

const KINDS: Readonly<Record<string, readonly [path: string, Icon: ComponentType<IconProps>]>> = {
  run: ["/runs/", IconListDetails],
  server: ["/servers/", IconServer2],
  controller: ["/servers/controllers/", IconAdjustments],
  drive: ["/drives/", IconDeviceSdCard],
  drive_model: ["/drives?q=model%3A", IconDeviceSdCard],
  array: ["/arrays/", IconStack3],
  hardware_model: ["/servers/models/", IconCpu],
  configuration: ["/configurations/", IconFingerprint],
  published_hardware: ["/servers/published/", IconBook2],
  profile: ["/profiles/", IconTestPipe],
  campaign: ["/campaigns/", IconGrid4x4],
  dashboard: ["/dashboards/", IconLayoutDashboard],
  permalink: ["/shares/", IconLink],
  share: ["/shares/", IconLink],
};

/** Kinds whose items have no page of their own: one page shows all of them. */
const SHARED_PAGES: Readonly<Record<string, readonly [path: string, Icon: ComponentType<IconProps>]>> = {
  user: ["/settings/users", IconUser],
};

/** Pattern of names in which the short number is part of the usual name. */
const NUMBERED = /^[a-z]+-\d+$/;

export function entriesOf(groups: readonly Pick<HitGroup, "kind" | "hits">[], now: Date): PaletteEntry[] {
  return groups.flatMap(({ kind, hits }) =>
    hits.flatMap((hit) => {
      const entry = entryOf(kind, hit, now);
      return entry ? [hit.run ? { ...entry, result: resultOf(hit.run) } : entry] : [];
    }),
  );
}

function resultOf({ figure, thumbnail, verdict }: NonNullable<Hit["run"]>): PaletteEntry["result"] {
  const picture = thumbnail && pictureOf(thumbnail, verdict);
  return figure || picture ? { picture, value: figureValue(figure) } : undefined;
}

export function profileEntries(profiles: readonly Pick<Profile, "name" | "title" | "description">[]): PaletteEntry[] {
  return profiles.flatMap(({ name, title, description }) => {
    const entry = entryOf("profile", { reference: name, title, context: null, run: null }, null);
    return entry ? [{ ...entry, also: `${name} ${description}` }] : [];
  });
}

function entryOf(
  kind: string,
  { reference, title, context, run }: Pick<Hit, "reference" | "title" | "context" | "run">,
  now: Date | null,
): PaletteEntry | null {
  const own = KINDS[kind];
  const shared = SHARED_PAGES[kind];
  const written = kind === "drive_model" ? queryValue(reference) : reference;
  const path = own ? `${own[0]}${encodeURIComponent(written)}` : shared?.[0];
  const Icon = (own ?? shared)?.[1];
  if (!path || !Icon) return null;
  const number = NUMBERED.test(reference) ? reference : null;
  const ended = run?.finished_at && now ? messages.ago(shortAge(new Date(run.finished_at), now)) : null;
  return {
    id: `${kind} ${reference}`,
    group: kind === "run" ? "runs" : "things",
    title: title || reference,
    detail: [kind === "run" ? null : word(words.kinds, kind), number, ended, context].filter(Boolean).join(" · "),
    also: reference,
    Icon,
    does: path,
    actions: [
      { key: "open", label: words.openIt, does: path },
      ...actionsOf(kind, reference),
      { key: "copy", label: words.copyLink, does: () => copyLink(path) },
    ],
  };
}

function actionsOf(kind: string, reference: string): EntryAction[] {
  if (kind === "run") {
    const search = defaultStringifySearch(workbenchWith(reference, readLastWorkbench()));
    return [{ key: "workbench", label: words.addToWorkbench, does: `/workbench${search}` }];
  }
  if (kind === "profile")
    return [{ key: "run", label: words.runProfile, does: `/new?profile=${encodeURIComponent(reference)}` }];
  if (kind === "server")
    return [
      { key: "run", label: words.runHere, does: `/new?server=${encodeURIComponent(reference)}` },
      { key: "reserve", label: words.reserveHere, does: `/servers/${encodeURIComponent(reference)}?dialog=reserve` },
    ];
  return [];
}

function copyLink(path: string): void {
  // Plain HTTP has no clipboard: the address is in the bar of the browser once the page is open.
  void navigator.clipboard?.writeText(`${window.location.origin}${path}`);
}
