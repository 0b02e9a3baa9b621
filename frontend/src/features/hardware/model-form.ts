/** Form of a hardware model: typed values, their errors, and the values to send. */
import type { HardwareModel, HardwareModelChanges, NewHardwareModel, VendorClaim } from "@/api/types";
import { messages } from "@/messages";
import { models as words } from "@/messages/models";

/** Vendor claim in the form; its key identifies the row while it is edited. */
export interface ClaimRow {
  key: string;
  metric: string;
  value: string;
  unit: string;
  conditions: string;
  source: string;
}

export interface AliasRow {
  key: string;
  firmware: string;
  alias: string;
}

const TEXTS = ["vendor", "nand", "alias", "currency"] as const;
const AMOUNTS = ["drive_writes_per_day", "warranty_years", "power_limit_watts", "price"] as const;

/** Fields of the form under the lab's names, so that its errors appear beside them. */
export type ModelForm = Record<(typeof TEXTS)[number] | (typeof AMOUNTS)[number], string> & {
  component: string;
  model: string;
  /** In TB; the lab counts bytes. */
  rated_endurance_bytes: string;
  note: string;
  claims: ClaimRow[];
  aliases: AliasRow[];
};

const TERABYTE = 1e12;
const MAX_AMOUNTS: Record<(typeof AMOUNTS)[number] | "rated_endurance_bytes", number> = {
  drive_writes_per_day: 1000,
  warranty_years: 100,
  power_limit_watts: 1e15,
  price: 1e15,
  rated_endurance_bytes: 9e6,
};

type ModelFacts = Omit<HardwareModel, "id" | "component" | "model" | "created_at">;

/** Model without any known value, before it is entered. */
export const NO_MODEL: Partial<HardwareModel> = {};

/** The form of a model, or an empty one. */
export function modelFormOf(model: Partial<HardwareModel> | null): ModelForm {
  const endurance = model?.rated_endurance_bytes ?? null;
  return {
    component: model?.component ?? "drive",
    model: model?.model ?? "",
    vendor: model?.vendor ?? "",
    nand: model?.nand ?? "",
    alias: model?.alias ?? "",
    currency: model?.currency ?? "",
    drive_writes_per_day: String(model?.drive_writes_per_day ?? ""),
    warranty_years: String(model?.warranty_years ?? ""),
    power_limit_watts: String(model?.power_limit_watts ?? ""),
    price: String(model?.price ?? ""),
    rated_endurance_bytes: endurance === null ? "" : String(endurance / TERABYTE),
    note: model?.note ?? "",
    claims: (model?.claims ?? []).map((claim, index) => ({
      ...claim,
      key: `old ${index}`,
      value: String(claim.value),
    })),
    aliases: Object.entries(model?.firmware_aliases ?? {}).map(([firmware, alias]) => ({
      key: `old ${firmware}`,
      firmware,
      alias: String(alias),
    })),
  };
}

/** Return the error of each field; null for a valid field. */
export function modelMistakes(form: ModelForm): Record<string, string | null> {
  const mistakes: Record<string, string | null> = {
    component: form.component ? null : words.componentMissing,
    model: form.model.trim() ? null : words.modelMissing,
    currency: currencyMistake(form),
  };
  for (const [name, max] of Object.entries(MAX_AMOUNTS))
    mistakes[name] = amountMistake(form[name as keyof typeof MAX_AMOUNTS], max);
  for (const [index, { metric, value, unit }] of form.claims.entries()) {
    mistakes[`claims.${index}.metric`] = metric.trim() ? null : words.needed;
    mistakes[`claims.${index}.value`] = isNumber(value) ? null : words.valueWrong;
    mistakes[`claims.${index}.unit`] = unit.trim() ? null : words.needed;
  }
  for (const [index, { firmware, alias }] of form.aliases.entries()) {
    mistakes[`aliases.${index}.firmware`] = firmwareMistake(firmware.trim(), form.aliases);
    mistakes[`aliases.${index}.alias`] = alias.trim() ? null : words.needed;
  }
  return mistakes;
}

function amountMistake(text: string, max: number): string | null {
  const typed = text.trim();
  const isRight = /^\d+(\.\d+)?(e-?\d+)?$/i.test(typed) && Number(typed) <= max;
  return typed === "" || isRight ? null : words.notANumber(String(max));
}

function isNumber(text: string): boolean {
  return text.trim() !== "" && Number.isFinite(Number(text));
}

function currencyMistake({ currency, price }: ModelForm): string | null {
  const typed = currency.trim();
  if (typed === "") return price.trim() === "" ? null : words.currencyMissing;
  return /^[A-Z]{3}$/.test(typed) ? null : words.currencyWrong;
}

function firmwareMistake(firmware: string, rows: readonly AliasRow[]): string | null {
  if (firmware === "") return words.needed;
  return rows.filter((row) => row.firmware.trim() === firmware).length > 1 ? words.twice : null;
}

/** A model with what was typed; what was left empty is not sent. */
export function newModelOf(form: ModelForm): NewHardwareModel {
  return {
    component: form.component as NewHardwareModel["component"],
    model: form.model.trim(),
    ...modelChangesOf(null, form),
  };
}

/** Return the changed fields. Unchanged fields are not sent, so that no other user's change is overwritten. */
export function modelChangesOf(model: Partial<HardwareModel> | null, form: ModelForm): HardwareModelChanges {
  const before = modelFormOf(model);
  const changes: HardwareModelChanges = {};
  const isChanged = (name: "note" | "rated_endurance_bytes" | (typeof TEXTS)[number] | (typeof AMOUNTS)[number]) =>
    form[name].trim() !== before[name].trim();
  for (const name of TEXTS) if (isChanged(name)) changes[name] = form[name].trim() || null;
  for (const name of AMOUNTS) if (isChanged(name)) changes[name] = numberOf(form[name]);
  if (isChanged("rated_endurance_bytes")) {
    const terabytes = numberOf(form.rated_endurance_bytes);
    changes.rated_endurance_bytes = terabytes === null ? null : Math.round(terabytes * TERABYTE);
  }
  if (isChanged("note")) changes.note = form.note;
  if (!isSame(claimsOf(form), claimsOf(before))) changes.claims = claimsOf(form);
  if (!isSame(aliasesOf(form), aliasesOf(before))) changes.firmware_aliases = aliasesOf(form);
  return changes;
}

/** Return the filled fields of a model in words, each with its label. */
export function modelSayingsOf(model: HardwareModel, fields: readonly (keyof HardwareModel)[]) {
  const { rated_endurance_bytes: endurance, claims, firmware_aliases, ...rest } = model;
  const { fields: labels } = words;
  const entries: Record<keyof ModelFacts, { label: string; value: string | number | null }> = {
    vendor: { label: labels.vendor, value: rest.vendor },
    nand: { label: labels.nand, value: rest.nand },
    rated_endurance_bytes: { label: labels.endurance, value: endurance === null ? null : endurance / TERABYTE },
    drive_writes_per_day: { label: labels.writes, value: rest.drive_writes_per_day },
    warranty_years: { label: labels.warranty, value: rest.warranty_years },
    power_limit_watts: { label: labels.power, value: rest.power_limit_watts },
    price: { label: labels.price, value: rest.price },
    currency: { label: labels.currency, value: rest.currency },
    alias: { label: labels.alias, value: rest.alias },
    note: { label: labels.note, value: rest.note },
    claims: {
      label: words.claims,
      value: claims.map(({ metric, value, unit }) => `${metric}: ${value} ${unit}`).join("\n"),
    },
    firmware_aliases: {
      label: words.aliases,
      value: Object.entries(firmware_aliases)
        .map(([firmware, alias]) => `${firmware}: ${String(alias)}`)
        .join("\n"),
    },
  };
  return fields
    .flatMap((field) => entries[field as keyof ModelFacts] ?? [])
    .map(({ label, value }) => ({
      label,
      text: String(value ?? "") || messages.none,
    }));
}

function numberOf(text: string): number | null {
  return text.trim() === "" ? null : Number(text);
}

function claimsOf({ claims }: ModelForm): VendorClaim[] {
  return claims.map(({ metric, value, unit, conditions, source }) => ({
    metric: metric.trim(),
    value: Number(value),
    unit: unit.trim(),
    conditions: conditions.trim(),
    source: source.trim(),
  }));
}

function aliasesOf({ aliases }: ModelForm): Record<string, string> {
  return Object.fromEntries(aliases.map(({ firmware, alias }) => [firmware.trim(), alias.trim()]));
}

function isSame(one: object, other: object): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** A key that none of the rows has had; it is never shown. */
export function freshKey(rows: readonly { key: string }[]): string {
  const numbers = rows.map(({ key }) => Number(key.startsWith("new ") ? key.slice(4) : 0));
  return `new ${Math.max(0, ...numbers) + 1}`;
}
