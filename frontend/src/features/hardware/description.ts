/** Form of the manually entered facts about hardware, and its changes. */
import type { PieceChanges, ServerChanges } from "@/api/types";
import { type LabelValues, labelTexts, parseLabel, readLabels, writeLabels } from "@/lib/labels";
import { messages, word } from "@/messages";
import { hardware, piece as words } from "@/messages/hardware";

/** A piece or a server; what is undefined does not exist for it. */
export interface Described {
  number: string;
  name?: string;
  lifecycle?: NonNullable<PieceChanges["lifecycle"]>;
  owner?: string | null;
  health_check_hours?: number | null;
  health_check_due_at?: string | null;
  labels: LabelValues;
  note: string;
  manual: Record<string, unknown>;
}

export interface ManualFact {
  /** Identity of the form row while its name is edited. */
  key: string;
  name: string;
  value: string;
}

export interface DescriptionForm {
  lifecycle: string;
  owner: string;
  hours: string;
  labels: string;
  note: string;
  manual: ManualFact[];
}

export function formOf(piece: Described): DescriptionForm {
  return {
    lifecycle: piece.lifecycle ?? "",
    owner: piece.owner ?? "",
    hours: piece.health_check_hours ? String(piece.health_check_hours) : "",
    labels: textOf(piece.labels),
    note: piece.note,
    manual: Object.entries(piece.manual).map(([name, value]) => ({ key: name, name, value: String(value) })),
  };
}

function textOf(labels: LabelValues): string {
  return writeLabels(labelTexts(labels), "; ") ?? "";
}

function sortedText(labels: LabelValues): string {
  return labelTexts(labels).toSorted().join("\n");
}

/** Labels are parted by semicolons; one that is there twice counts once. */
export function labelsOf(text: string): [key: string, value: string | null][] {
  return (readLabels(text) ?? []).map(parseLabel).filter((label) => label !== null);
}

/** Return the changed fields. Unchanged fields are not sent, so that no other user's change is overwritten. */
export function changesOf(piece: Described, form: DescriptionForm): PieceChanges & ServerChanges {
  const changes: PieceChanges & ServerChanges = {};
  if (piece.lifecycle !== undefined && form.lifecycle !== piece.lifecycle) {
    changes.lifecycle = form.lifecycle as NonNullable<PieceChanges["lifecycle"]>;
  }
  if (piece.owner !== undefined && form.owner.trim() !== (piece.owner ?? "")) changes.owner = form.owner.trim() || null;
  if (piece.health_check_hours !== undefined && form.hours.trim() !== String(piece.health_check_hours ?? "")) {
    changes.health_check_hours = form.hours.trim() === "" ? null : Number(form.hours);
  }
  const labels = Object.fromEntries(labelsOf(form.labels));
  if (sortedText(labels) !== sortedText(piece.labels)) changes.labels = labels;
  if (form.note !== piece.note) changes.note = form.note;
  const manual = Object.fromEntries(form.manual.map(({ name, value }) => [name.trim(), value]));
  if (!isSame(manual, piece.manual)) changes.manual = manual;
  return changes;
}

function isSame(facts: Record<string, string>, others: Record<string, unknown>): boolean {
  const names = Object.keys(facts);
  return names.length === Object.keys(others).length && names.every((name) => facts[name] === String(others[name]));
}

/** Return the filled fields of a component in words, each with its label. */
export function sayingsOf(piece: Described, fields: readonly (keyof Described)[]) {
  const { properties } = words;
  const entries: Partial<Record<keyof Described, { label: string; text: string }>> = {
    lifecycle: { label: properties.lifecycle, text: word(hardware.conditions, piece.lifecycle ?? "") },
    owner: { label: properties.owner, text: piece.owner ?? "" },
    health_check_hours: { label: properties.checkHours, text: String(piece.health_check_hours ?? "") },
    labels: { label: properties.labels, text: textOf(piece.labels) },
    note: { label: properties.note, text: piece.note },
    manual: {
      label: words.manual,
      text: Object.entries(piece.manual)
        .map(([name, value]) => `${name}: ${String(value)}`)
        .join("\n"),
    },
  };
  return fields
    .flatMap((field) => entries[field] ?? [])
    .map(({ label, text }) => ({ label, text: text || messages.none }));
}
