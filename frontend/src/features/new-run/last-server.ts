/** The server that each person used last in this browser. */
import { createStored } from "@/lib/stored";

const stored = createStored("storagelab-last-server", (raw): Readonly<Record<string, string>> => {
  if (typeof raw !== "object" || raw === null || Array.isArray(raw)) return {};
  return Object.fromEntries(
    Object.entries(raw).filter((entry): entry is [string, string] => typeof entry[1] === "string"),
  );
});

/** Return the number of the server; undefined for a person who has started nothing here. */
export function lastServer(userId: string | undefined): string | undefined {
  return userId === undefined ? undefined : stored.read()[userId];
}

export function rememberServer(userId: string, server: string): void {
  stored.write({ ...stored.read(), [userId]: server });
}
