/** What a slot is in, from the drive that is in it. */
import type { TreeDrive } from "@/api/types";

const FAILED = new Set(["failed", "offline", "missing"]);

export function slotState(drive: Pick<TreeDrive, "drive_state" | "passed"> | null): "empty" | "failed" | "occupied" {
  if (drive === null) return "empty";
  return drive.passed === false || FAILED.has(drive.drive_state ?? "") ? "failed" : "occupied";
}
