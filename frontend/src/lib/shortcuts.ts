/** Meaning of keys: sequences such as `g r`, and keys that belong to a field and not to the page. */

export interface Shortcut {
  /** Action as a button would name it: "Go to the runs". */
  label: string;
  run: () => void;
}

/** By the keys, one after the other and parted by a space: `b`, `?`, `g r`. */
export type ShortcutMap = Readonly<Record<string, Shortcut>>;

export interface Step {
  /** The shortcut that is now complete. */
  done: string | null;
  /** Keys pressed so far of a longer shortcut. */
  pending: string;
}

/** Return the meaning of `key` after `pending`: a key that completes nothing may begin another shortcut. */
export function step(shortcuts: readonly string[], pending: string, key: string): Step {
  for (const pressed of pending === "" ? [key] : [`${pending} ${key}`, key]) {
    if (shortcuts.includes(pressed)) return { done: pressed, pending: "" };
    if (shortcuts.some((keys) => keys.startsWith(`${pressed} `))) return { done: null, pending: pressed };
  }
  return { done: null, pending: "" };
}

/** The key of an event as shortcuts write it, or null where it can be none. Caps Lock changes nothing. */
export function keyOf(event: KeyboardEvent): string | null {
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || event.defaultPrevented) return null;
  if (event.key.length !== 1 || event.key === " ") return null;
  return event.shiftKey ? event.key : event.key.toLowerCase();
}

const TYPED_INTO =
  'textarea, select, [contenteditable]:not([contenteditable="false"]), [role="textbox"], [role="combobox"]';
/** In these a letter chooses among what they list, and what lies under a dialog is out of reach. */
const OWN_KEYS = '[role="menu"], [role="listbox"]';
const NOT_TYPED_INTO = new Set(["checkbox", "radio", "button", "submit", "reset", "file"]);

/** True if a letter that is pressed in `target` belongs to it. */
export function takesLetters(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLInputElement) return !NOT_TYPED_INTO.has(target.type);
  return target.isContentEditable || target.closest(`${TYPED_INTO}, ${OWN_KEYS}`) !== null;
}
