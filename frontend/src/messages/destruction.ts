/** What the form of a new job says about drives, what is destroyed on them, preparation and the check on the server. */

export const destruction = {
  drives: "Drives to work on",
  drivesHint: "Several drives are loaded side by side.",
  readable: "may be read",
  writable: "may be overwritten",
  notWritable: (reason: string) => `may be read only: ${reason}`,
  reasons: {
    absent: "not present",
    noId: "it has no stable id",
    noSerial: "it tells no serial number",
    used: (reasons: string) => `in use at the last discovery: ${reasons}; its server decides`,
    protected: "it is protected",
    notEnrolled: "it is not enrolled",
    proposed: "its enrolment waits for the command on the server",
    void: (reason: string | null) => (reason ? `its enrolment is void: ${reason}` : "its enrolment is void"),
    withdrawn: "its enrolment was withdrawn",
  },
  enrolment: "Which drives may be overwritten is decided on the page of the server.",
  serialOf: (serial: string) => `serial number ${serial}`,

  title: "What is destroyed",
  drive: (model: string, ending: string) => `${model} (serial number ending in ${ending})`,
  sentence: (drives: readonly string[]) =>
    drives.length === 1
      ? `This job destroys everything on one drive: ${drives[0]}.`
      : `This job destroys everything on ${drives.length} drives: ${drives.slice(0, -1).join(", ")} and ${drives.at(-1)}.`,
  unknownModel: "a drive of unknown model",
  retype: "Type the whole serial number of each drive. It is not filled in for you and is not part of the address.",
  serialField: (drive: string) => `Serial number of ${drive}`,
  serialWrong: "This is not the serial number of this drive.",
  retypeToSee: "The plan is shown once the serial numbers are typed.",

  check: "Check on the server",
  checkHint: "The server says now whether it would accept this target. Nothing is written.",
  checking: "The server is being asked.",
  checkFailed: "The server could not be asked",
  checkRefused: "This target cannot be checked as it is entered",
  checkStale: "The target or what is done to it has changed since this check.",

  preparation: "Preparation",
  preparationHint:
    "Steps that are carried out on the drives, in this order, before the first phase. Each one's effect is verified.",
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
  unchanged: "as it is",

  priority: "Priority",
  priorityHint: "100 starts first, 0 last.",
  onLost: "If the run is lost",
  onLostChoices: { stop: "Stop; a person decides", requeue_once: "Run it once more from the start" },
} as const;
