/** Form of a share: its initial values and its request. */
import type { AvailableShareOptions, ShareOptions, ShareSubject } from "@/api/shares";
import type { NewShare } from "@/api/types";
import { localFieldOf } from "@/lib/local-time";
import { earlierFindings, type FindingEntry, offeredFindings, requestedFindings } from "./findings";

/** One block in the author's order. Ids identify blocks while they are moved. */
export type Block = { id: number; text: string } | { id: number; chart: string };

export interface ShareForm {
  title: string;
  author: string;
  licence: string;
  contact: string;
  /** Fields for local times, as `2026-11-24T08:00`; empty for none. */
  embargo: string;
  closed: boolean;
  expires: string;
  blocks: readonly Block[];
  findings: readonly FindingEntry[];
  /** Content to show that is hidden by default. */
  serials: boolean;
  names: boolean;
  rawFiles: boolean;
  /** Other names of models by their true ones; empty for none. */
  aliases: Readonly<Record<string, string>>;
  /** True if models may have their true names although the previous version had aliases. */
  trueNames: boolean;
}

/** A draft that was frozen, and the request that it was made from. */
export interface Preview {
  number: string;
  request: string;
}

export interface Begin {
  offer: AvailableShareOptions;
  title: string;
  author: string;
  /** Options of the previous version, or of the draft that is continued. */
  options?: ShareOptions;
  /** True if that share is a draft: its times are used as well. */
  isDraft?: boolean;
  /** In which the charts are offered. */
  layout?: string;
  /** Key of the one chart of a figure, by default the first. */
  chart?: string;
}

/** Return the initial form: everything offered by default, or the previous options. */
export function beginForm({
  offer,
  title,
  author,
  options,
  isDraft = false,
  layout = "plain",
  chart,
}: Begin): ShareForm {
  const usual = offer.charts.filter((own) => own.default).map(({ key }) => key);
  const one = offer.charts.find(({ key }) => key === chart)?.key ?? usual[0];
  const charts = layout === "figure" ? (one === undefined ? [] : [one]) : usual;
  const blocks = numbered(charts.map((key) => ({ chart: key })));
  const before = options?.body?.map(({ text, chart }) => (chart === null ? { text: text ?? "" } : { chart }));
  const form = {
    title: options?.title ?? title,
    author: options?.author ?? author,
    licence: options?.licence ?? "",
    contact: options?.contact ?? "",
    embargo: localFieldOf((isDraft && options?.embargo_until) || undefined),
    closed: isDraft && (options?.closed_until_embargo ?? false),
    expires: localFieldOf((isDraft && options?.expires_at) || undefined),
    blocks: before ? numbered(before) : blocks,
    findings: earlierFindings(offeredFindings(offer), options),
    serials: options?.serials ?? false,
    names: options?.names ?? false,
    rawFiles: options?.raw_files ?? false,
    aliases: {},
    trueNames: false,
  };
  return offeredOnly(offer, options && options.layout !== layout ? inOtherLayout(form, { blocks }) : form);
}

/** Without charts and models that are offered no more. */
export function offeredOnly(offer: AvailableShareOptions, form: ShareForm): ShareForm {
  const charts = new Set(offer.charts.map(({ key }) => key));
  return {
    ...form,
    blocks: form.blocks.filter((block) => "text" in block || charts.has(block.chart)),
    aliases: Object.fromEntries(Object.entries(form.aliases).filter(([model]) => offer.models.includes(model))),
    findings: stillOffered(form.findings, offer),
  };
}

/** Return the author's findings that are still offered, then the new ones, which are silenced. */
function stillOffered(findings: readonly FindingEntry[], offer: AvailableShareOptions): FindingEntry[] {
  const offered = new Map(offeredFindings(offer).map((entry) => [entry.id, entry]));
  const chosen = findings.flatMap((entry) => {
    const present = offered.get(entry.id);
    return present ? [{ ...entry, sentence: present.sentence }] : [];
  });
  const ids = new Set(chosen.map(({ id }) => id));
  const added = [...offered.values()].filter(({ id }) => !ids.has(id));
  return [...chosen, ...added.map((entry) => ({ ...entry, isShown: chosen.length === 0 && entry.isShown }))];
}

function numbered(blocks: readonly ({ text: string } | { chart: string })[]): Block[] {
  return blocks.map((block, place) => ({ ...block, id: place + 1 }));
}

/** Puts something behind the block in this place, -1 for the beginning. */
export function insertBlock(blocks: readonly Block[], place: number, block: { text: string } | { chart: string }) {
  const id = Math.max(0, ...blocks.map((existing) => existing.id)) + 1;
  return { id, blocks: blocks.toSpliced(place + 1, 0, { id, ...block }) };
}

/** Exchanges a block with its neighbour; at the end of the list nothing happens. */
export function moveBlock(blocks: readonly Block[], place: number, by: -1 | 1): readonly Block[] {
  const block = blocks[place];
  const other = blocks[place + by];
  return block && other ? blocks.with(place, other).with(place + by, block) : blocks;
}

export interface Context {
  subject: ShareSubject;
  offer: AvailableShareOptions;
  versionOf: string | undefined;
  /** A local time of the form as a moment. */
  momentOf: (local: string) => string | undefined;
}

/** Return the request to freeze. Empty texts are left out. */
export function requestOf(form: ShareForm, { subject, offer, versionOf, momentOf }: Context): NewShare {
  const aliases = Object.entries(form.aliases).map(([model, alias]) => [model, alias.trim()] as const);
  const embargo = momentOf(form.embargo);
  const findings = requestedFindings(form.findings, offer);
  return {
    ...subject,
    ...(findings ? { findings } : {}),
    title: form.title.trim(),
    author: form.author.trim(),
    note: "",
    licence: form.licence.trim() || null,
    contact: form.contact.trim() || null,
    embargo_until: embargo ?? null,
    closed_until_embargo: embargo !== undefined && form.closed,
    expires_at: momentOf(form.expires) ?? null,
    body: form.blocks.flatMap<NonNullable<NewShare["body"]>[number]>((block) => {
      if ("chart" in block) return { chart: block.chart };
      return block.text.trim() === "" ? [] : { text: block.text };
    }),
    redaction: {
      serials: form.serials,
      names: form.names,
      aliases: Object.fromEntries(aliases.filter(([, alias]) => alias !== "")),
    },
    raw_files: form.rawFiles,
    version_of: versionOf ?? null,
  };
}

/** Return the index of each block in the body of the request; omitted blocks have none. */
export function placesOf(blocks: readonly Block[]): Map<number, number> {
  const sent = blocks.filter((block) => "chart" in block || block.text.trim() !== "");
  return new Map(sent.map(({ id }, place) => [id, place]));
}

/** Keys of the panels of a workbench, which stay together on the page. */
const PANEL = /^panel-/;

/** Return the blocks before the findings, the first chart with its texts, and those after them. */
export function splitBody(blocks: readonly Block[]): [readonly Block[], readonly Block[]] {
  const first = blocks.findIndex((block) => "chart" in block);
  const lead = blocks[first];
  if (!lead || ("chart" in lead && PANEL.test(lead.chart))) return [blocks, []];
  const next = blocks.findIndex((block, place) => place > first && "chart" in block);
  return next < 0 ? [blocks, []] : [blocks.slice(0, next), blocks.slice(next)];
}

/** Return the form with what other options offer: the layout or the metrics have changed. */
export function adaptForm(form: ShareForm, before: Offered, now: Offered): ShareForm {
  const added = now.offer.charts.filter(
    (chart) => chart.default && !before.offer.charts.some(({ key }) => key === chart.key),
  );
  if (before.layout !== now.layout) {
    const usual = now.offer.charts.filter((chart) => chart.default);
    const charts = now.layout === "figure" ? (usual.length > 0 ? usual : now.offer.charts).slice(0, 1) : usual;
    return offeredOnly(now.offer, inOtherLayout(form, { blocks: numbered(charts.map(({ key }) => ({ chart: key }))) }));
  }
  const last = Math.max(0, ...form.blocks.map(({ id }) => id));
  const blocks = [...form.blocks, ...added.map(({ key }, place) => ({ id: last + place + 1, chart: key }))];
  return offeredOnly(now.offer, { ...form, blocks: now.layout === "figure" ? form.blocks : blocks });
}

/** Options in a layout. */
export interface Offered {
  layout: string;
  offer: AvailableShareOptions;
}

/** Return the typed texts with the charts of another layout. */
export function inOtherLayout(form: ShareForm, begin: Pick<ShareForm, "blocks">): ShareForm {
  const texts = form.blocks.filter((block) => "text" in block);
  const charts = begin.blocks.filter((block) => "chart" in block);
  return { ...form, blocks: numbered([...texts, ...charts]) };
}
