/** Engine facts as the servers report them, in words. */
import type { Server } from "@/api/types";
import type { EngineName } from "@/lib/engines";
import { engines as words } from "@/messages/engines";

/** Presence of an engine on a server; null if the server was never queried. */
export type Presence = { has: true; text: string } | { has: false; text: string } | null;

/** Return the presence of an engine on a server: its version, or the missing part that the runner reported. */
export function presenceOf(server: Server, engine: EngineName): Presence {
  const { runner_version, fio_version, vdbench_version, vdbench_problem } = server;
  if (engine === "vdbench") {
    if (vdbench_version) return { has: true, text: vdbench_version };
    return vdbench_problem ? { has: false, text: vdbench_problem } : null;
  }
  // A runner that answered has looked for fio, and has the file tool in itself.
  if (engine === "fio" && fio_version) return { has: true, text: fio_version };
  if (!runner_version) return null;
  if (engine === "fio") return { has: false, text: words.missing };
  return engine === "files" ? { has: true, text: words.withRunner(runner_version) } : null;
}

/**
 * Return the state of Java on a server. Discovery checks Java itself; without its result the state follows from
 * Vdbench, whose runner checks Java last.
 */
export function javaOf({ tools, vdbench_version, vdbench_problem }: Server): keyof typeof words.java {
  const { state } = (tools.java ?? {}) as { state?: unknown };
  if (vdbench_version || state === "ok") return "found";
  if (state === "missing") return "missing";
  return vdbench_problem?.startsWith("Java was not found") ? "missing" : "unknown";
}

/** Count the servers that have an engine, and those with an unknown state. */
export function countOf(servers: readonly Server[], engine: EngineName): { have: number; unknown: number } {
  const presences = servers.map((server) => presenceOf(server, engine));
  return {
    have: presences.filter((presence) => presence?.has).length,
    unknown: presences.filter((presence) => presence === null).length,
  };
}
