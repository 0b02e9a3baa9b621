/** Texts of a run page about an attempt: preparation, interlocks, neighbours, and ways to continue it. */

export const attempts = {
  warnings: "Warnings",
  unreachable: (since: string | null) =>
    `${since === null ? "The server does not respond" : `The server has not responded since ${since}`}. The last data is displayed. The run may still be going on.`,
  stuck: "The engine did not exit after a kill because a drive does not respond. Nothing else starts on this server.",
  resumedFrom: (ordinal: number) => `Resumes attempt ${ordinal} from its last complete phase.`,
  operationsCaption: (attempt: number) => `Preparation steps of attempt ${attempt}`,
  operationColumns: {
    step: "Step",
    state: "State",
    message: "What happened",
    evidence: "Evidence",
    duration: "Duration",
  },

  telemetry: "Telemetry",
  noTelemetry: (reason: string) => `Not available: ${reason}`,
  telemetryEmpty: "No readings yet.",

  checks: (moment: string, count: number) => `${moment}: ${count} results`,
  checkMoments: { prepare: "Safety checks at preparation", start: "Safety checks at the start" },

  neighbours: {
    unchanged: "The other drives of the server are unchanged.",
    changed: "Other drives of the server changed during this run",
    unknown: "Unknown whether the other drives of the server changed",
  },
  neighbour: (device: string, description: string) => `${device}: ${description}`,

  override: "Override…",
  overrideTitle: "Declare this run lost?",
  overrideExplain:
    "Do this only if the server is lost or was inspected. The attempt counts as lost, and its drives become free. The server stays in quarantine until a check finds no processes of this attempt.",
  overrideConfirm: "Declare lost",
  overrideKeep: "Cancel",
  serverName: (name: string) => `Type the name of the server: ${name}`,
  serverNameWrong: "This is not the name of the server.",
  reason: "Reason",
  reasonHint: "Your name is recorded with it.",
  reasonMissing: "Give a reason.",

  resume: "Resume…",
  resumeTitle: "Resume this run?",
  resumeExplain:
    "The server first confirms that drives, firmware and arrays are unchanged. An interrupted phase is repeated in full.",
  resumeConfirm: "Resume",
  resumeKeep: "Cancel",
  resumePreserved: "Kept",
  resumeRepeated: "Run again",
  resumePhase: (ordinal: number, name: string) => `${ordinal}. ${name}`,
} as const;
