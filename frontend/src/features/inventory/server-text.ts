/** Servers in words. */
import type { Server } from "@/api/types";
import { servers as serversWords } from "@/messages/inventory";

export function reachedThrough({ transport, username, address, port }: Server): string {
  if (transport === "local") return serversWords.local;
  return serversWords.over(username ?? "", address ?? "", port ?? 22);
}
