/** Labels: keys with an optional value that people put on things to find them again. */

export const labels = {
  title: "Labels",
  none: "No labels",
  add: "Add a label",
  addLabel: "New label",
  addConfirm: "Add",
  remove: (label: string) => `Remove the label ${label}`,
  added: (label: string) => `The label ${label} was added.`,
  removed: (label: string) => `The label ${label} was removed.`,
  noKey: "A label needs a key, as in release=24.1.",
  noSeparator: "The key of a label has no semicolon.",
  keyLong: (most: number) => `The key of a label has ${most} characters at most.`,
  valueLong: (most: number) => `The value of a label has ${most} characters at most.`,
  keyTwice: (key: string) => `The key ${key} is listed twice.`,
  filter: "Labels",
  filterAny: "Any",
  cloneAndEdit: "Clone and edit",
};
