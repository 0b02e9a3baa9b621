/** Rows of the list of permalinks: each permalink, and below the chosen one its audiences. */
import type { ShareAddress } from "@/api/shares";
import type { Share } from "@/api/types";
import { shares as words } from "@/messages/shares";

export interface ShareRow {
  /** The number of the permalink, or that of an address below it: `p-1`, `p-1/2`. */
  key: string;
  share: Share;
  address: ShareAddress | null;
}

/** Return the rows of permalinks; the chosen one shows its audiences if it has several. */
export function shareRowsOf(shares: readonly Share[], chosen: string | undefined): ShareRow[] {
  return shares.flatMap((share): ShareRow[] => {
    const { number, addresses } = share;
    const row: ShareRow = { key: number, share, address: null };
    if (number !== chosen || addresses.length < 2) return [row];
    return [row, ...addresses.map((address) => ({ key: `${number}/${address.number}`, share, address }))];
  });
}

/** Return the number of the permalink that a row belongs to. */
export function shareOfRow(key: string | undefined): string | undefined {
  return key?.split("/")[0];
}

/** Return the layout of a permalink in words; of one that cannot be read, its subject. */
export function layoutOf({ layout, kind }: Pick<Share, "layout" | "kind">): string {
  return layout === null ? (words.kindNames[kind] ?? kind) : words.layoutNames[layout];
}

/** A number with its unit, or a change, in a sentence: as the page of the permalink has them in bold. */
const AMOUNT = /(?<![\w.])[+\u2212]?\d[\d,.]*[kMG]?(?:[ \u00a0](?:%|IOPS|[kMGT]?B\/s|ms|\u00b5s|s|times)(?!\w))/g;

/** Return a sentence in pieces, each with whether it is a number with its unit. */
export function splitAmounts(sentence: string): { text: string; isAmount: boolean }[] {
  const pieces: { text: string; isAmount: boolean }[] = [];
  let end = 0;
  for (const match of sentence.matchAll(AMOUNT)) {
    pieces.push({ text: sentence.slice(end, match.index), isAmount: false }, { text: match[0], isAmount: true });
    end = match.index + match[0].length;
  }
  return [...pieces, { text: sentence.slice(end), isAmount: false }].filter(({ text }) => text !== "");
}

/** Return the views of the last 30 days. */
export function recentViews(days: readonly number[]): number {
  return days.reduce((sum, views) => sum + views, 0);
}

export interface ShareEvent {
  at: string;
  kind: "frozen" | "received" | "published" | "address" | "corrected" | "addressWithdrawn" | "withdrawn";
  /** Audience of an address. */
  audience?: string;
}

/** Return the history of a permalink, the newest first. */
export function historyOf(share: Share): ShareEvent[] {
  const { created_at, published_at, corrected_at, revoked_at, received, addresses } = share;
  const events: (ShareEvent | null)[] = [
    received ? { at: received.at, kind: "received" } : { at: created_at, kind: "frozen" },
    published_at ? { at: published_at, kind: "published" } : null,
    // The first address comes with the publication.
    ...addresses.slice(1).map(({ created_at: at, audience }) => ({ at, kind: "address" as const, audience })),
    ...addresses.map(({ revoked_at: at, audience }) =>
      at ? { at, kind: "addressWithdrawn" as const, audience } : null,
    ),
    corrected_at ? { at: corrected_at, kind: "corrected" } : null,
    revoked_at ? { at: revoked_at, kind: "withdrawn" } : null,
  ];
  return (
    events
      .filter((event) => event !== null)
      // Steps of one moment are in their order above.
      .reverse()
      .sort((one, other) => Date.parse(other.at) - Date.parse(one.at))
  );
}
