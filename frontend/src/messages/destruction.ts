/** Texts of the form of a new job about drives, the data destroyed on them, preparation and the check on the server. */

export const destruction = {
  drives: "Target drives",
  reasons: {
    absent: "not present",
    noId: "no stable ID",
    noSerial: "no serial number",
    used: (reasons: string) => `in use at the last discovery: ${reasons} (its server decides)`,
    protected: "protected",
    notEnrolled: "not enrolled",
    proposed: "enrolment waits for the command on the server",
    void: (reason: string | null) => (reason ? `enrolment void: ${reason}` : "enrolment void"),
    withdrawn: "enrolment withdrawn",
  },
  enrolment: "Drives are enrolled for erasing on the page of the server.",
  serialOf: (serial: string) => `serial number ${serial}`,

  check: "Check server",
  checkHint: "Checks whether the server accepts this target now. Nothing is written.",
  checking: "Checking the server",
  checkFailed: "Could not check the server",
  checkRefused: "This target cannot be checked",
  checkStale: "The target or its preparation has changed since this check.",

  preparation: "Preparation",
  preparationHint: "Steps on the drives before the first phase, in this order. The effect of each step is verified.",
  noPreparation: "None.",
  addKind: "Step to add",
  add: "Add step",
  chooseKind: "Choose a step",
  stepTitle: (place: number, title: string) => `${place}. ${title}`,
  up: (step: string) => `Move ${step} up`,
  down: (step: string) => `Move ${step} down`,
  remove: (step: string) => `Remove ${step}`,
  movedTo: (title: string, place: number, count: number) => `${title} is now step ${place} of ${count}.`,
  removed: (title: string) => `${title} was removed.`,
  added: (title: string, place: number) => `${title} was added as step ${place}.`,

  priority: "Priority",
  priorityHint: "100 starts first, 0 last.",
  onLost: "On lost connection",
  onLostChoices: { stop: "Stop and ask", requeue_once: "Run once more from the start" },
} as const;
