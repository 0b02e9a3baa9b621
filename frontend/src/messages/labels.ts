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
  noKey: "Enter a key, such as release=24.1.",
  noSeparator: "A key cannot contain a semicolon.",
  keyLong: (max: number) => `At most ${max} characters in a key.`,
  valueLong: (max: number) => `At most ${max} characters in a value.`,
  keyTwice: (key: string) => `The key ${key} is listed twice.`,
  filter: "Labels",
  filterAny: "Any",
  cloneAndEdit: "Run again",
};
