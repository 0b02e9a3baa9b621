/** Orders the findings of a check for people: by drive, and within a drive what refuses before what passes. */
import type { Finding } from "@/api/types";

export interface DeviceFindings {
  /** Stable id; empty for what concerns the target as a whole. */
  device: string;
  refused: boolean;
  groups: { verdict: Finding["verdict"]; findings: Finding[] }[];
}

const ORDER: readonly Finding["verdict"][] = ["refuse", "pass", "not_applicable"];

/** Drives and findings keep the order in which the server gave them; groups without findings are left out. */
export function groupFindings(findings: readonly Finding[]): DeviceFindings[] {
  const devices = [...new Set(findings.map(({ device }) => device ?? ""))];
  return devices.map((device) => {
    const ofDevice = findings.filter((finding) => (finding.device ?? "") === device);
    const groups = ORDER.map((verdict) => ({
      verdict,
      findings: ofDevice.filter((finding) => finding.verdict === verdict),
    }));
    return {
      device,
      refused: ofDevice.some(({ verdict }) => verdict === "refuse"),
      groups: groups.filter((group) => group.findings.length > 0),
    };
  });
}
