/** Known facts about a server, as it reported them. */
import type { Server } from "@/api/types";
import { Moment } from "@/components/moment";
import { type Property, PropertyList } from "@/components/property-list";
import { formatBinaryBytes, formatNumber } from "@/lib/units";
import { messages } from "@/messages";
import { server as serverWords } from "@/messages/inventory";
import { reachedThrough } from "./server-text";

const words = serverWords.properties;

export function ServerFacts({ server }: { server: Server }) {
  const moment = (at: string | null) => at && <Moment at={at} />;
  const code = (value: string | null) => value && <code>{value}</code>;
  const properties: Property[] = [
    [words.reached, reachedThrough(server)],
    [words.product, server.product_name],
    [words.board, server.board_name],
    [words.bios, server.bios_version],
    [words.os, server.os_name],
    [words.kernel, server.kernel],
    [words.architecture, server.architecture],
    [words.cpu, server.cpu_model],
    [words.cpuCounts, cpuCounts(server)],
    [words.memory, server.memory_bytes === null ? null : formatBinaryBytes(server.memory_bytes)],
    [words.fio, server.fio_version],
    [words.vdbench, server.vdbench_version ?? server.vdbench_problem],
    [words.runner, server.runner_version],
    [words.runnerDigest, code(server.runner_sha256)],
    [
      words.clock,
      server.clock_offset_ms === null ? null : `${formatNumber(server.clock_offset_ms, { sign: true })} ms`,
    ],
    [words.tools, toolsFound(server)],
    [words.toolsMissing, toolsMissing(server)],
    [words.discovered, moment(server.discovered_at)],
    [words.seen, moment(server.last_seen_at)],
    [words.added, moment(server.created_at)],
  ];
  if (server.transport === "ssh") properties.push([words.hostKey, code(server.host_key_fingerprint)]);
  return <PropertyList properties={properties} />;
}

/** Return the tools of the last discovery. */
function toolsOf({ tools }: Server) {
  return Object.entries(tools).map(([name, tool]) => ({ name, ...tool }));
}

function toolsFound(server: Server): string | null {
  const available = toolsOf(server).filter(({ state }) => state === "ok");
  return available.map(({ name, version }) => (version === null ? name : `${name} ${version}`)).join(", ") || null;
}

/** Return the missing tools, whose values are therefore unknown; null without a discovery. */
function toolsMissing(server: Server): string | null {
  const all = toolsOf(server);
  if (all.length === 0) return null;
  const missing = all.filter(({ state }) => state !== "ok");
  return missing.map(({ name, state }) => serverWords.tool(name, state)).join(", ") || messages.none;
}

function cpuCounts({ cpu_sockets, cpu_cores, cpu_threads }: Server): string | null {
  if (cpu_sockets === null && cpu_cores === null && cpu_threads === null) return null;
  return [cpu_sockets, cpu_cores, cpu_threads].map((count) => count ?? messages.unknown).join(" / ");
}
