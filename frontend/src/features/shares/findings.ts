/** The findings of a share: those that the lab offers, and the author's choice of them. Pure. */
import type { AvailableShareOptions } from "@/api/shares";

interface OfferedFinding {
  /** Key of a computed finding; null for a stored one. */
  key: string | null;
  /** Number of a stored finding; null for a computed one. */
  finding: string | null;
  sentence: string;
  /** True if the page has it unless its author chooses. */
  default: boolean;
}

/** One finding in the author's order. */
export interface FindingEntry {
  /** Key of a computed finding, or number of a stored one. */
  id: string;
  isStored: boolean;
  sentence: string;
  /** Text in place of the sentence; empty for none. */
  text: string;
  isShown: boolean;
}

export interface RequestedFinding {
  key?: string;
  finding?: string;
  text?: string;
}

/** Return the findings that the lab offers, the leading one first; a lab that finds none offers none. */
export function offeredFindings(offer: AvailableShareOptions): FindingEntry[] {
  const offered = "findings" in offer ? (offer.findings as readonly OfferedFinding[]) : [];
  return offered.map(({ key, finding, sentence, default: isShown }) => ({
    id: key ?? finding ?? "",
    isStored: key === null,
    sentence,
    text: "",
    isShown,
  }));
}

/** Return the entries in the order of an earlier share, with those that it silenced at the end. */
export function earlierFindings(entries: readonly FindingEntry[], options: object | undefined): FindingEntry[] {
  const before = options && "findings" in options ? (options.findings as readonly EarlierFinding[] | null) : null;
  if (!before) return [...entries];
  const places = new Map(before.map(({ key, finding, text }, place) => [key ?? finding ?? "", { place, text }]));
  const placeOf = ({ id }: FindingEntry) => places.get(id)?.place ?? before.length;
  return entries
    .map((entry) => ({ ...entry, isShown: places.has(entry.id), text: places.get(entry.id)?.text ?? "" }))
    .toSorted((one, other) => placeOf(one) - placeOf(other));
}

interface EarlierFinding {
  key: string | null;
  finding: string | null;
  text: string | null;
}

/** Exchanges a finding with its neighbour; at the end of the list nothing happens. */
export function moveFinding(entries: readonly FindingEntry[], place: number, by: -1 | 1): readonly FindingEntry[] {
  const [entry, other] = [entries[place], entries[place + by]];
  return entry && other ? entries.with(place, other).with(place + by, entry) : entries;
}

/** Return the findings of the request; undefined while they are as the lab offers them. */
export function requestedFindings(
  entries: readonly FindingEntry[],
  offer: AvailableShareOptions,
): RequestedFinding[] | undefined {
  if (JSON.stringify(entries) === JSON.stringify(offeredFindings(offer))) return undefined;
  return entries
    .filter(({ isShown }) => isShown)
    .map(({ id, isStored, sentence, text }) => {
      const written = text.trim();
      return {
        ...(isStored ? { finding: id } : { key: id }),
        ...(written && written !== sentence ? { text: written } : {}),
      };
    });
}
