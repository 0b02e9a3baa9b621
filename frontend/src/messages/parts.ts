/** Texts of the parts of pages: badges, tiles, bars, timelines, cards of a new run. */

const ENDINGS = ["th", "st", "nd", "rd"] as const;

/** `1st`, `2nd`, `11th`. */
export function ordinal(place: number): string {
  const tens = place % 100;
  const ending = tens > 10 && tens < 14 ? "th" : (ENDINGS[place % 10] ?? "th");
  return `${place}${ending}`;
}

const counted = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`;

export const parts = {
  better: "better",
  worse: "worse",
  versus: (other: string) => `vs ${other}`,
  isNew: "New since your last visit",
  temperature: "Temperature",
  baseline: "baseline",
  copy: "Copy",
  copied: "Copied",
  selected: "Selected. Copy it with Ctrl C.",
  loading: "Loading",
  checkTones: { ok: "In order", warn: "Warning", err: "Fault" },
  unknown: "unknown",

  runStates: {
    waiting: "Queued",
    preparing: "Preparing",
    running: "Measuring",
    collecting: "Collecting",
    cancelling: "Cancelling",
    finished: "Finished",
    failed: "Failed",
    cancelled: "Cancelled",
    lost: "Lost",
    partial: "Partial",
    refused: "Refused",
  },
  queuedAt: (place: number) => `Queued, ${ordinal(place)}`,
  verdicts: { steady: "Steady", not_steady: "Not steady", insufficient_rounds: "Too short" },
  origins: { published: "Published", imported: "Imported" },
  serverStates: {
    new: "New",
    idle: "Idle",
    measuring: "Measuring",
    in_use: "In use",
    reserved: "Reserved",
    maintenance: "Maintenance",
    unreachable: "Unreachable",
    quarantined: "Quarantined",
    retired: "Retired",
  },

  phaseDone: "done",
  phaseNow: "now",
  phaseToCome: "to come",
  phaseCount: (count: number) => counted(count, "phase", "phases"),

  steady: {
    round: (round: number) => `round ${round}`,
    range: "Range",
    slope: "Slope",
    rangeMeans: "highest to lowest round, of the mean",
    slopeMeans: "best fit across the window, of the mean",
    limit: (limit: string) => `limit ${limit}`,
    gauge: (value: string, limit: string) => `${value}, limit ${limit}`,
    notKnown: "not known yet",
    rounds: (done: number, filled: number, window: number) =>
      `${counted(done, "round", "rounds")} done, ${filled} of ${window} in the window`,
  },

  timeline: {
    now: (clock: string) => `Now, ${clock}`,
    bar: (title: string, kind: string, from: string, to: string) => `${title}, ${kind}, ${from} to ${to}`,
    nothing: "Nothing planned",
    kinds: {
      running: "running",
      queued: "queued",
      reserved: "reserved",
      rebuilding: "rebuilding",
      free: "free",
      unreachable: "unreachable",
      done: "done",
      failed: "failed",
    },
  },

  drive: {
    slot: (slot: string) => `Slot ${slot}`,
    inSlot: (slot: string) => `slot ${slot}`,
    ending: (ending: string) => `…${ending}`,
    used: (percent: string) => `${percent} of rated endurance used`,
    usedUnknown: "Endurance used: unknown",
    safety: {
      erasable: "Enrolled, may be erased",
      readOnly: "Read-only tests",
      busyUntil: (clock: string) => `Busy until ${clock}`,
      mounted: (path: string) => `Mounted at ${path}`,
      member: (array: string) => `Member of ${array}`,
    },
  },

  backplane: {
    slotUnknown: "Unknown slot",
    slotEmpty: (place: string) => `${place}, empty`,
    degrees: (degrees: number) => `${degrees} °C`,
    used: (percent: number) => `${percent} % endurance used`,
    inArray: (array: string) => `in ${array}`,
    conditions: {
      ok: "healthy",
      warning: "needs attention",
      failed: "failed",
      spare: "spare",
      unknown: "health unknown",
    },
  },

  effects: { reads: "reads only", writes: "writes", erases: "erases" },

  plan: {
    prepare: "prepare",
    measure: "measure",
    step: (name: string, span: string, start: string) => `${name}, ${span}, starts ${start}`,
    ends: (clock: string) => `Ends ${clock}`,
  },

  erase: {
    title: (drives: number) =>
      drives === 1 ? "All data on 1 drive will be erased." : `All data on ${drives} drives will be erased.`,
    hint: (count: number, place: string) => `Type the last ${count} of the serial of ${place}`,
    field: (count: number, place: string) => `Last ${count} characters of the serial of ${place}`,
    noSerial: "The drive reports no serial, so it cannot be erased from here.",
    wrong: "These are not the last characters of that serial.",
  },
} as const;
