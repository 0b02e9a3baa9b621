/** Which look each entry of a comparison has: it belongs to its configuration, whatever is added, removed or hidden. */

/** So many colours there are; a place this far on has the same colour with another symbol and dash. */
const COLOURS = 8;
/** So many are remembered, those in sight included. */
const MOST_LOOKS = 12;

export interface LookedAt {
  key: string;
  configuration: { number: string } | null;
}

/** What the look of an entry hangs on: its configuration, or the run itself where none is recorded. */
export function lookOwner({ key, configuration }: LookedAt): string {
  return configuration?.number ?? key;
}

/** The owners of looks in the order of their places: those that were given before, then what is new. */
export function lookOwners(entries: readonly LookedAt[], before: readonly string[]): string[] {
  const present = new Set(entries.map(lookOwner));
  const added = [...present].filter((owner) => !before.includes(owner));
  const places = [...before];
  // What has left the comparison gives its place away only when there is no other.
  for (const owner of added) {
    const free = places.length < MOST_LOOKS ? -1 : places.findIndex((other) => !present.has(other));
    if (free < 0) places.push(owner);
    else places[free] = owner;
  }
  return places;
}

/** The place of each entry by its key. Several entries of one configuration have its colour, each with another symbol. */
export function lookPlaces(entries: readonly LookedAt[], owners: readonly string[]): Map<string, number> {
  const places = new Map<string, number>();
  const taken = new Set<number>();
  const seen = new Set<string>();
  const take = (key: string, wanted: number) => {
    let place = wanted;
    while (taken.has(place)) place += COLOURS;
    taken.add(place);
    places.set(key, place);
  };
  for (const entry of entries) {
    const owner = lookOwner(entry);
    if (!seen.has(owner)) take(entry.key, owners.indexOf(owner));
    seen.add(owner);
  }
  for (const entry of entries) {
    if (!places.has(entry.key)) take(entry.key, owners.indexOf(lookOwner(entry)) + COLOURS);
  }
  return places;
}
