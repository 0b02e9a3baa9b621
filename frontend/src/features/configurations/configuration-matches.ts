/** Which configurations a text means: those with all its words in name or number, and any other by its number. */
import type { ConfigurationSummary } from "@/api/types";

type Named = Pick<ConfigurationSummary, "number" | "name">;

const MAX_SHOWN = 50;
/** Of a configuration or a run, which stands for the configuration it was measured on. */
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
