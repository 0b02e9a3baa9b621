/** Two snapshots as groups of facts with a value from each; what one side does not record is unknown there. */
import { BY_NAME, snapshotGroups } from "@/components/snapshot-rows";

export interface PairedFact {
  name: string;
  a: string | null;
  b: string | null;
}

export interface PairedGroup {
  title: string;
  facts: PairedFact[];
}

type Snapshot = Record<string, unknown>;
type Groups = Map<string, Map<string, string | null>>;

export function pairFacts(a: Snapshot, b: Snapshot): PairedGroup[] {
  const [left, right] = [groupsOf(a), groupsOf(b)];
  return [...new Set([...left.keys(), ...right.keys()])].map((title) => {
    const names = new Set([...(left.get(title)?.keys() ?? []), ...(right.get(title)?.keys() ?? [])]);
    const value = (side: Groups, name: string) => side.get(title)?.get(name) ?? null;
    const facts = [...names]
      .sort(BY_NAME.compare)
      .map((name) => ({ name, a: value(left, name), b: value(right, name) }));
    return { title, facts };
  });
}

function groupsOf(snapshot: Snapshot): Groups {
  return new Map(snapshotGroups(snapshot).map(({ title, rows }) => [title, new Map(rows)]));
}
