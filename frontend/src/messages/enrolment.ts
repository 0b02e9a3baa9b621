/** Texts of the page of a drive and of its enrolment dialog about erasing it. */

export const enrolment = {
  title: "Enrolment",
  none: "Not enrolled",
  noneHint: "Runs can only read this drive.",
  proposed: "Waiting for root on the server",
  proposedHint: (server: string) => `Run the command on ${server}. Until then runs can only read this drive.`,
  active: (until: string | null) => (until === null ? "May be erased" : `May be erased until ${until}`),
  enrolled: (day: string, by: string | null, server: string) =>
    by === null ? `Enrolled ${day} on ${server}.` : `Enrolled ${day} on ${server}, proposed by ${by}.`,
  inArrays: (arrays: string) => `In array ${arrays}.`,
  ended: "Enrolment ended",
  protected: "Protected",
  protectedHint: "No run writes to this drive, enrolled or not.",
  impossible: "Without a serial number it cannot be enrolled.",
  absent: "It was not found at the last discovery.",

  enrol: "Enrol…",
  enrolAgain: "Enrol again…",
  showCommand: "Show command",
  extend: "Extend…",
  end: "End enrolment",
  endTitle: (drive: string) => `End the enrolment of ${drive}?`,
  endExplain:
    "From now on no run writes to this drive. Its data and results stay. The entry on the server stays until root removes it with the command shown next.",
  cancel: "Cancel",
  close: "Close",
  unenrolCommand: "Root removes the entry on the server with this command:",
  command: "command for the server",

  extendTitle: (drive: string) => `Extend the enrolment of ${drive}`,
  extendExplain:
    "Run this as root on the server and type the whole serial number. The drive then may be erased for 180 days from that day. Add --expires-in 30d for another time.",
  enrolCommand: "Run this as root on the server. It repeats every safety check and asks for the whole serial number.",

  waiting: (server: string) => `Waiting for ${server}. You can close this and come back.`,
  checkNow: "Check now",
  checking: "Checking",
  accepted: "The server has accepted it",
  acceptedUntil: (until: string | null) =>
    until === null ? "Runs may now erase this drive." : `Runs may erase this drive until ${until}.`,
  extended: (until: string | null) =>
    until === null ? "The enrolment has no end." : `The enrolment now ends ${until}.`,
  refused: "The server does not accept it",
  withdrawn: "The enrolment was ended meanwhile",
  unreachable: (server: string) => `${server} is unreachable`,
  unreachableHint: "It is asked again when it responds. The command can run before that.",
  quarantined: (server: string) => `${server} is in quarantine`,
} as const;
