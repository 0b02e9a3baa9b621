/** Stored share forms of a tab: the form with its preview, and the texts typed in the quick dialog. */
import type { ShareSubject } from "@/api/shares";
import type { Preview, ShareForm } from "./form";

export interface Stored {
  /** In which the charts of the form are offered. */
  layout: string;
  form: ShareForm;
  preview: Preview | null;
}

/** Texts typed in the quick dialog before the editor was opened; its default values are not included. */
export interface Typed {
  title?: string;
  author?: string;
  note?: string;
  /** Sentence in place of the first finding. */
  finding?: string;
}

const FORM = "storagelab-share ";
const TYPED = "storagelab-share-typed ";

/** The name of the work on a subject, which is the same in every layout and for all metrics. */
export function workOn(subject: ShareSubject, versionOf?: string): string {
  const { layout: _, view, ...named } = subject;
  const settings = view && { ...view, metric: undefined, metrics: undefined };
  const isPlain = !settings || Object.values(settings).every((value) => value === undefined);
  return JSON.stringify([isPlain ? named : { ...named, view: settings }, versionOf ?? null]);
}

/** The name of the work on a draft. */
export function workOnDraft(draft: string): string {
  return JSON.stringify(["draft", draft]);
}

/** Return the stored work of this tab; a form of an earlier release is discarded. */
export function readStored(key: string, begin: ShareForm): Stored | null {
  const stored = read(FORM + key) as Stored | null;
  const fields = Object.keys(begin) as (keyof ShareForm)[];
  const isUnderstood = stored?.form && fields.every((field) => typeof stored.form[field] === typeof begin[field]);
  return isUnderstood ? stored : null;
}

export function writeStored(key: string, stored: Stored | null): void {
  write(FORM + key, stored);
}

export function readTyped(key: string): Typed {
  const typed = read(TYPED + key) as Record<keyof Typed, unknown> | null;
  const fields = (["title", "author", "note", "finding"] as const).filter(
    (field) => typeof typed?.[field] === "string",
  );
  return Object.fromEntries(fields.map((field) => [field, typed?.[field]]));
}

/** Hands over to the editor what was typed; null where nothing was, or once it is in the form. */
export function writeTyped(key: string, typed: Typed | null): void {
  write(TYPED + key, typed && Object.keys(typed).length > 0 ? typed : null);
}

function read(key: string): unknown {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? "null");
  } catch {
    return null;
  }
}

/** Store a value. A browser without storage only loses the form when the page closes. */
function write(key: string, value: unknown): void {
  try {
    if (value) sessionStorage.setItem(key, JSON.stringify(value));
    else sessionStorage.removeItem(key);
  } catch {
    // Nothing is kept.
  }
}
