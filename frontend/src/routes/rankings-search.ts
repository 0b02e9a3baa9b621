/** What is ranked, as the address holds it: `profile=four-corners@2`, or `runs=r-1,r-2`. */
import type { RankingChoice } from "@/api/rankings";

export const MOST_RANKED_RUNS = 60;
const MOST_LEFT_OUT = 200;

export interface RankingsSearch {
  profile?: string;
  runs?: string;
  all?: true;
  without?: string;
  reference?: string;
}

/** What is not understood is dropped, so that an old link still opens. */
export function parseRankingsSearch(raw: Record<string, unknown>): RankingsSearch {
  const search: RankingsSearch = {};
  if (typeof raw.runs === "string" && list(raw.runs, /^[\w-]{1,64}$/).length > 0) search.runs = raw.runs;
  else if (typeof raw.profile === "string" && /^[\w.-]{1,100}@\d{1,9}$/.test(raw.profile)) search.profile = raw.profile;
  if (raw.all === true || raw.all === "true") search.all = true;
  if (typeof raw.without === "string" && list(raw.without, /^[0-9a-f]{12}$/).length > 0) search.without = raw.without;
  if (typeof raw.reference === "string" && /^c-\d{1,19}$/.test(raw.reference)) search.reference = raw.reference;
  return search;
}

export function readRankingChoice({ profile, runs, all, without, reference }: RankingsSearch): RankingChoice {
  return {
    profile,
    runs: runs ? list(runs, /^[\w-]{1,64}$/).slice(0, MOST_RANKED_RUNS) : undefined,
    all,
    without: without ? list(without, /^[0-9a-f]{12}$/).slice(0, MOST_LEFT_OUT) : undefined,
    reference,
  };
}

export function writeRankingChoice({ profile, runs, all, without, reference }: RankingChoice): RankingsSearch {
  return { profile: runs ? undefined : profile, runs: runs?.join(","), all, without: without?.join(","), reference };
}

function list(text: string, form: RegExp): string[] {
  return [...new Set(text.split(",").map((part) => part.trim()))].filter((part) => form.test(part));
}
