/** What the parts of a run page say about an attempt: preparation, interlocks, neighbours, and how it can be taken on. */

export const attempts = {
  warnings: "Please note",
  unreachable: (since: string | null) =>
    `${since === null ? "Nothing is heard from the server at present" : `Nothing was heard from the server since ${since}`}. What is shown was read before; the run itself may well go on.`,
  stuck:
    "The engine is still alive although it was killed: a drive does not answer. Nothing else starts on this server.",
  resumedFrom: (ordinal: number) => `Takes up attempt ${ordinal} from its last good phase.`,
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
  telemetryEmpty: "No reading has arrived yet.",

  checks: (moment: string, count: number) => `${moment}: ${count} results`,
  checkMoments: { prepare: "Interlocks when it was prepared", start: "Interlocks at the start" },

  neighbours: {
    unchanged: "The other drives of the server are unchanged.",
    changed: "Other drives of the server changed during this run",
    unknown: "Whether the other drives of the server are unchanged could not be found out",
  },
  neighbour: (device: string, what: string) => `${device}: ${what}`,

  override: "Override…",
  overrideTitle: "Give this attempt up by force?",
  overrideExplain:
    "Only when the server is gone for good or was looked at by a person. The attempt counts as lost and its drives are free for others; the server stays in quarantine until it proves that nothing of it is left.",
  overrideConfirm: "Give it up",
  overrideKeep: "Leave it",
  serverName: (name: string) => `Type the name of the server: ${name}`,
  serverNameWrong: "This is not the name of the server.",
  reason: "Reason",
  reasonHint: "It is kept with your name.",
  reasonMissing: "Say why.",

  resume: "Resume…",
  resumeTitle: "Resume this run?",
  resumeExplain:
    "Before it starts, the server must show that drives, firmware and arrays are what they were. A phase that was interrupted is repeated as a whole.",
  resumeConfirm: "Resume",
  resumeKeep: "Leave it",
  resumeKept: "Kept",
  resumeRepeated: "Run again",
  resumePhase: (ordinal: number, name: string) => `${ordinal}. ${name}`,
} as const;
