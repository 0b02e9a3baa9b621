/** Configurations that match a text: all words in name or number. Any other is found by its number. */
import type { ConfigurationSummary } from "@/api/types";

type Named = Pick<ConfigurationSummary, "number" | "name">;

const MAX_SHOWN = 50;
/** Number of a configuration, or of a run as a reference to its configuration. */
const NUMBER = /^[cr]-\d+$/;

/** Return the configurations to offer, the one with exactly this number first. */
export function matchingConfigurations(items: readonly Named[], text: string): Named[] {
  const wanted = text.trim().toLowerCase();
  const words = wanted.split(/\s+/);
  const matches = items.filter(({ number, name }) => {
    const place = `${number} ${name}`.toLowerCase();
    return words.every((word) => place.includes(word));
  });
  const exact = matches.find(({ number }) => number === wanted);
  const others = matches.filter((item) => item !== exact);
  const own = exact ?? (NUMBER.test(wanted) ? { number: wanted, name: wanted } : null);
  return [...(own ? [own] : []), ...others].slice(0, MAX_SHOWN);
}
