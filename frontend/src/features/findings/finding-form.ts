/** Form of a finding: typed values, their errors, and the values to send. */
import type { Finding, FindingUpdate, NewFinding } from "@/api/types";
import { findings as words } from "@/messages/findings";

const TEXTS = ["object", "test", "raid_level", "state", "unit", "source_title", "place", "note"] as const;

/** Fields of the form under the lab's names, so that its errors appear beside them. */
export type FindingForm = Record<
  (typeof TEXTS)[number] | "subject" | "value" | "workload" | "subject_runs" | "object_runs",
  string
> & { relation: Finding["relation"]; strength: "clear" | "slight" | "stated" };

/** A finding as it is compared with the form: runs by their numbers. */
export type FindingContent = Omit<Required<NewFinding>, "origin">;

/** The relations that need an object, and those that need a ratio. */
const NEED_OBJECT: readonly Finding["relation"][] = [
  "ahead_of",
  "behind",
  "times",
  "at_least_times",
  "about_times",
  "limited_by",
  "recommended",
  "not_recommended",
];
const NEED_RATIO: readonly Finding["relation"][] = ["times", "at_least_times", "about_times"];

export function contentOf(finding: Finding): FindingContent {
  const { relation, subject, object, test, raid_level, state, value, unit, source_title, place, note } = finding;
  const strength = finding.strength === "clear" || finding.strength === "slight" ? finding.strength : "stated";
  const ofSide = (side: string) => finding.runs.filter((run) => run.side === side).map(({ number }) => number);
  return {
    ...{ relation, subject, object, test, raid_level, state, value, unit, strength, source_title, place, note },
    workload: finding.workload,
    subject_runs: ofSide("subject"),
    object_runs: ofSide("object"),
  };
}

export function findingFormOf(content: FindingContent | null): FindingForm {
  const texts = Object.fromEntries(TEXTS.map((name) => [name, content?.[name] ?? ""])) as Record<
    (typeof TEXTS)[number],
    string
  >;
  return {
    ...texts,
    relation: content?.relation ?? "leads",
    strength: content?.strength ?? "stated",
    subject: content?.subject ?? "",
    value: content?.value === null || content === null ? "" : String(content.value),
    workload: Object.entries(content?.workload ?? {})
      .map(([key, value]) => `${key}=${value}`)
      .join("; "),
    subject_runs: content?.subject_runs.join(" ") ?? "",
    object_runs: content?.object_runs.join(" ") ?? "",
  };
}

/** Return the error of each field; null for a valid field. */
export function findingMistakes(form: FindingForm): Record<string, string | null> {
  const isRatio = NEED_RATIO.includes(form.relation);
  const value = form.value.trim();
  return {
    subject: form.subject.trim() ? null : words.form.needed,
    object: NEED_OBJECT.includes(form.relation) && !form.object.trim() ? words.form.needed : null,
    value:
      value === ""
        ? isRatio || form.unit.trim()
          ? words.form.needed
          : null
        : Number.isFinite(Number(value))
          ? null
          : words.form.notANumber,
    unit: isRatio && form.unit.trim() !== "x" ? words.form.unitHint : null,
    workload: parseWorkload(form.workload) === null ? words.form.wrongWorkload : null,
  };
}

/** Return the content that the form has. Only for a form without mistakes. */
export function newFindingOf(form: FindingForm): FindingContent {
  const texts = Object.fromEntries(TEXTS.map((name) => [name, form[name].trim() || null])) as Record<
    (typeof TEXTS)[number],
    string | null
  >;
  return {
    ...texts,
    relation: form.relation,
    strength: form.strength,
    subject: form.subject.trim(),
    value: form.value.trim() === "" ? null : Number(form.value),
    workload: parseWorkload(form.workload) ?? {},
    subject_runs: listRuns(form.subject_runs),
    object_runs: listRuns(form.object_runs),
  };
}

/** Return the fields that the form changes. */
export function findingChangesOf(before: FindingContent, form: FindingForm): FindingUpdate {
  const after = newFindingOf(form);
  const changed = Object.entries(after).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name as keyof FindingContent]),
  );
  return Object.fromEntries(changed) as FindingUpdate;
}

/** Return the pairs of a workload; null for a text that is none. */
export function parseWorkload(text: string): Record<string, string> | null {
  const pairs = text
    .split(";")
    .map((part) => part.trim())
    .filter(Boolean)
    .map((part) => [part.slice(0, part.indexOf("=")).trim(), part.slice(part.indexOf("=") + 1).trim(), part] as const);
  const isWrong = pairs.some(([key, value, part]) => !part.includes("=") || !key || !value);
  return isWrong ? null : Object.fromEntries(pairs.map(([key, value]) => [key, value]));
}

const listRuns = (text: string): string[] => text.split(/[\s,]+/).filter(Boolean);
