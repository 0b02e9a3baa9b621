/** Orders the results of a target probe for people: by drive, and within a drive what refuses before what passes. */
import type { ProbeResult } from "@/api/types";

export interface DeviceResults {
  /** Stable id; empty for what concerns the target as a whole. */
  device: string;
  refused: boolean;
  groups: { verdict: ProbeResult["verdict"]; results: ProbeResult[] }[];
}

const ORDER: readonly ProbeResult["verdict"][] = ["refuse", "pass", "not_applicable"];

/** Drives and results keep the order in which the server gave them; groups without results are left out. */
export function groupProbeResults(results: readonly ProbeResult[]): DeviceResults[] {
  const devices = [...new Set(results.map(({ device }) => device ?? ""))];
  return devices.map((device) => {
    const ofDevice = results.filter((result) => (result.device ?? "") === device);
    const groups = ORDER.map((verdict) => ({
      verdict,
      results: ofDevice.filter((result) => result.verdict === verdict),
    }));
    return {
      device,
      refused: ofDevice.some(({ verdict }) => verdict === "refuse"),
      groups: groups.filter((group) => group.results.length > 0),
    };
  });
}
