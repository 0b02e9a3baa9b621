/** The three commands with which an administrator brings the setup script to a server, reads it and runs it. */
import type { Server } from "@/api/types";

const SCRIPT = "server-setup.sh";

/**
 * Return the commands for the setup. The administrator's own account on the server is unknown: `root@` takes its place.
 */
export function setupCommands({ address, port }: Pick<Server, "address" | "port">): [string, string, string] {
  const host = address?.includes(":") ? `[${address}]` : (address ?? "");
  const other = port && port !== 22 ? `-P ${port} ` : "";
  return [`scp ${other}${SCRIPT} root@${host}:`, `less ${SCRIPT}`, `sudo sh ${SCRIPT}`];
}
