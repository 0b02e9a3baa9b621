/** Labels: short words that people put on things to find them again. */

export const labels = {
  title: "Labels",
  none: "No labels",
  add: "Add a label",
  addLabel: "New label",
  addConfirm: "Add",
  remove: (label: string) => `Remove the label ${label}`,
  added: (label: string) => `The label ${label} was added.`,
  removed: (label: string) => `The label ${label} was removed.`,
  noSeparator: "A label has no semicolon.",
  filter: "Labels",
  filterAny: "Any",
  cloneAndEdit: "Clone and edit",
};
