/** The preparation of a draft: how steps are made, read from an address, moved and removed. */
import type { Operation } from "@/api/types";
import { isKind, type Setting, settingsOf } from "./catalogue";

/** A step with every setting at its beginning; `drives` are those of the job. */
export function newStep(kind: Operation["kind"], drives: readonly string[]): Operation {
  const settings = settingsOf(kind).map((setting) => [setting.name, initialOf(setting, drives)]);
  // The catalogue has the kinds and settings of the API, which the compiler cannot see in a table.
  return { kind, ...Object.fromEntries(settings) } as Operation;
}

function initialOf(setting: Setting, drives: readonly string[]): unknown {
  switch (setting.type) {
    case "drive":
      return drives[0] ?? "";
    case "text":
      return "";
    case "serials":
      return [];
    default:
      return setting.initial;
  }
}

/** Steps as an address holds them; what is not understood is dropped, and a wrong setting is as at its beginning. */
export function parseSteps(raw: unknown): Operation[] | undefined {
  if (!Array.isArray(raw)) return undefined;
  const steps = raw.filter(isStep).map((step) => {
    const validSettings = settingsOf(step.kind).filter((setting) => fits(setting, step[setting.name]));
    const given = Object.fromEntries(validSettings.map(({ name }) => [name, step[name]]));
    return { ...newStep(step.kind, []), ...given };
  });
  return steps.length > 0 ? steps : undefined;
}

function isStep(value: unknown): value is Record<string, unknown> & { kind: Operation["kind"] } {
  return typeof value === "object" && value !== null && "kind" in value && isKind(value.kind);
}

function fits(setting: Setting, value: unknown): boolean {
  switch (setting.type) {
    case "number":
      return (value === null && setting.initial === null) || (typeof value === "number" && Number.isFinite(value));
    case "switch":
      return typeof value === "boolean";
    case "choice":
      return (value === null && setting.initial === null) || setting.choices.some((choice) => choice === value);
    case "choices":
      return Array.isArray(value) && value.every((item) => setting.choices.includes(item));
    case "serials":
      return Array.isArray(value) && value.every((item) => typeof item === "string");
    default:
      return typeof value === "string";
  }
}

export type StepMove = "up" | "down";

/** The steps with one moved by a place; at an end nothing changes. */
export function moveStep(steps: readonly Operation[], index: number, move: StepMove): Operation[] {
  const place = index + (move === "up" ? -1 : 1);
  const step = steps[index];
  if (!step || place < 0 || place >= steps.length) return [...steps];
  return steps.toSpliced(index, 1).toSpliced(place, 0, step);
}
