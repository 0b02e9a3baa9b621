/** Initial text of the profile editor, and the kind of a dropped file. */

export const TEMPLATE = `name: my-profile
version: 1
title: My profile
description: What it does, for people.
parameters:
  point_seconds: {title: Length of each point, unit: s, default: 60, minimum: 2, maximum: 86400}
phases:
  - name: Fill
    kind: fill
    workload: {block_size: 128k, read: 0, random: 0, queue_depth: 32}
    stop: {kind: volume, passes: 1}
  - name: '4K random read, {threads}T/{queue_depth}Q'
    kind: measure
    workload: {block_size: 4k, read: 100, random: 100}
    sweep: {threads: 1..4 x2, queue_depth: 1..16 x4}
    ramp: 2s
    stop: {kind: time, seconds: $point_seconds}
`;

export const MAX_CHARACTERS = 256 * 1024;

export type FileKind = "fio" | "vdbench" | "profile";

/**
 * Return the text with `version` in its version line. A text without that line is unchanged, and the check reports it.
 */
export function withVersion(text: string, version: number): string {
  return text.replace(/^version:.*$/m, `version: ${version}`);
}

/** A text to begin a profile of one's own with: another name, the first version. */
export function copyOf(text: string, name: string): string {
  const copied = `${name.slice(0, 59)}-copy`;
  return withVersion(
    text.replace(/^name:.*$/m, () => `name: ${copied}`),
    1,
  );
}

/** Return the kind of a file by its keywords: a profile has phases, a Vdbench parameter file its three definitions. */
export function kindOf(text: string): FileKind {
  if (/^phases\s*:/m.test(text)) return "profile";
  return /^\s*(sd|wd|rd)\s*=/m.test(text) ? "vdbench" : "fio";
}

/** Line ends as the lab reads them. */
export function withoutCarriageReturns(text: string): string {
  return text.replaceAll("\r\n", "\n").replace(/^\ufeff/, "");
}

/** Return the offset of a line, counted from 1; the end of the text for a missing line. */
export function offsetOfLine(text: string, line: number): number {
  let offset = 0;
  for (let before = 1; before < line; before += 1) {
    const end = text.indexOf("\n", offset);
    if (end === -1) return text.length;
    offset = end + 1;
  }
  return offset;
}

/** Return the problems of each line as one text; those of the whole text belong to none. */
export function problemsByLine(
  problems: readonly { line: number | null; message: string }[],
): ReadonlyMap<number, string> {
  const byLine = new Map<number, string>();
  for (const { line, message } of problems) {
    if (line === null) continue;
    const before = byLine.get(line);
    byLine.set(line, before === undefined ? message : `${before} · ${message}`);
  }
  return byLine;
}
