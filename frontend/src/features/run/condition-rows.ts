/** The conditions of phases as rows of one table: every array below the target, and every drive. */
import type { Phase, PhaseConditions } from "@/api/types";
import { formatBytes, formatElapsed } from "@/lib/units";
import { word } from "@/messages";
import { driveLife } from "@/messages/drive-life";
import { environment as words } from "@/messages/run";

export interface ConditionRow {
  key: string;
  phase: string;
  /** The array or the drive. */
  part: string;
  /** Null where it is not known. */
  condition: string | null;
  isDrive: boolean;
  activity: string | null;
  remarks: string;
}

export function conditionRows(conditions: readonly PhaseConditions[], phases: readonly Phase[]): ConditionRow[] {
  const names = new Map(phases.map(({ ordinal, name }) => [ordinal, name]));
  return conditions.flatMap(({ ordinal, measured, arrays, drive_states }) => {
    const phase = [`${ordinal}.`, names.get(ordinal)].filter(Boolean).join(" ");
    const cut = measured ? words.partOnly(formatElapsed(measured.t0_ms), formatElapsed(measured.t1_ms)) : null;
    return [
      ...arrays.map(
        (array, index): ConditionRow => ({
          key: `${ordinal} array ${index}`,
          phase,
          part: array.name ?? array.kernel_name,
          condition: array.condition,
          isDrive: false,
          activity: array.activity,
          remarks: [array.reason, array.start?.problem, array.end?.problem, cut].filter(Boolean).join(" · "),
        }),
      ),
      ...drive_states.map(
        (drive, index): ConditionRow => ({
          key: `${ordinal} drive ${index}`,
          phase,
          part: drive.stable_id ?? drive.model ?? words.unknownDrive,
          condition: word(driveLife.stateWords, drive.state),
          isDrive: true,
          activity: null,
          remarks: [
            drive.reason,
            drive.written_since_bytes === null ? null : words.writtenSince(formatBytes(drive.written_since_bytes)),
          ]
            .filter(Boolean)
            .join(" · "),
        }),
      ),
    ];
  });
}
