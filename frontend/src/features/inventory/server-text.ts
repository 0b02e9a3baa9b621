/** Servers in words. */
import type { Server } from "@/api/types";
import { messages } from "@/messages";

export function reachedThrough({ transport, username, address, port }: Server): string {
  if (transport === "local") return messages.servers.local;
  return messages.servers.over(username ?? "", address ?? "", port ?? 22);
}
