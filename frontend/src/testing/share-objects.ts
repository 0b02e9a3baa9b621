/** Permalinks as the API returns them, for tests. */
import type { AvailableShareOptions, ShareAddress, ShareOptions } from "@/api/shares";
import type { Share } from "@/api/types";
import { AT } from "./objects";

export function aShare(changes: Partial<Share> = {}): Share {
  return {
    id: "share-1",
    number: "p-1",
    kind: "run",
    state: "published",
    layout: "plain",
    figures: 2,
    badges: [
      { text: "Steady", tone: "good" },
      { text: "1 run", tone: null },
    ],
    finding: "RAID 10 holds 231,456 IOPS in steady state: 4K random write.",
    hidden: ["serials", "names"],
    picture: "chart",
    lineage_id: "share-1",
    version: 1,
    newest_version: 1,
    run_id: "run-1",
    run_number: "r-1",
    runs: ["r-1"],
    title: "A result",
    author: "Ada",
    licence: null,
    contact: null,
    embargo_until: null,
    closed_until_embargo: false,
    document_sha256: "0123456789abcdef".repeat(4),
    created_at: AT,
    published_at: AT,
    expires_at: null,
    revoked_at: null,
    revoked_reason: null,
    correction: null,
    corrected_at: null,
    views: 0,
    daily_views: Array<number>(30).fill(0),
    last_viewed_at: null,
    received: null,
    doi: null,
    listed: false,
    public_url: null,
    embed_code: null,
    mine: true,
    can_manage: true,
    addresses: [],
    url: null,
    token: null,
    citation: null,
    bibtex: null,
    ...changes,
  };
}

export function aDraft(changes: Partial<Share> = {}): Share {
  return aShare({ number: "p-2", id: "share-2", state: "draft", newest_version: null, published_at: null, ...changes });
}

export function anAddress(changes: Partial<ShareAddress> = {}): ShareAddress {
  return {
    id: "address-1",
    number: 1,
    audience: "Public",
    status: "open",
    readability: "readable",
    url: "https://lab.test/s/token",
    raw_files: true,
    expires_at: null,
    revoked_at: null,
    revoked_reason: null,
    created_at: AT,
    created_by: "Ada",
    views: 0,
    daily_views: Array<number>(30).fill(0),
    last_viewed_at: null,
    ...changes,
  };
}

/** A published permalink whose manager sees its address. */
export function aPublished(changes: Partial<Share> = {}): Share {
  const url = "https://lab.test/s/token";
  const addresses = [anAddress({ url })];
  return aShare({
    url,
    token: "token",
    addresses,
    citation: `Ada: A result. ${url}`,
    bibtex: "@misc{result}",
    ...changes,
  });
}

export function someAvailableOptions(changes: Partial<AvailableShareOptions> = {}): AvailableShareOptions {
  const chart = { kind: "curve", caption: "", default: true, runs: ["r-1"] };
  return {
    kind: "run",
    runs: ["r-1"],
    charts: [
      { ...chart, key: "over-time", title: "Run over time" },
      { ...chart, key: "percentiles", title: "Percentiles" },
      { ...chart, key: "telemetry", title: "Telemetry", default: false },
    ],
    left_out: [],
    findings: [],
    hidden: [
      { text: "SN-123", instead: "drive 1", group: "serials" },
      { text: "rack-4", instead: "server 1", group: "names" },
    ],
    models: ["PERC H965i", "PM1743"],
    metrics: [],
    max_metrics: 0,
    headline: [
      { label: "IOPS", value: 231_456, unit: "1/s", better: "higher", relative_percent: null, baseline: false },
    ],
    caveats: [],
    raw_files: { count: 2, size_bytes: 625_000 },
    ...changes,
  };
}

export function aShareOptions(changes: Partial<ShareOptions> = {}): ShareOptions {
  return {
    kind: "run",
    run_id: "r-1",
    run_ids: null,
    campaign: null,
    workbench: null,
    layout: "plain",
    view: {
      metric: null,
      metrics: null,
      baseline: null,
      pooled: false,
      profile: null,
      everything: false,
      without: [],
      reference: null,
    },
    title: "A result",
    author: "Ada",
    licence: "CC BY 4.0",
    contact: null,
    embargo_until: null,
    closed_until_embargo: false,
    expires_at: null,
    version_of: null,
    findings: null,
    body: [
      { text: "As before.", chart: null },
      { text: null, chart: "percentiles" },
    ],
    serials: false,
    names: false,
    had_aliases: false,
    raw_files: false,
    ...changes,
  };
}
