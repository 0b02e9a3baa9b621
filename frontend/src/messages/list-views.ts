/** Views of lists that are saved under a name. */

export const listViews = {
  label: "Saved views",
  all: "All",
  order: "Order",
  changed: "changed",
  save: "Save view",
  saveChanges: "Save changes",
  saveNew: "Save as a new view…",
  saveTitle: "Save view",
  saveExplain:
    "It becomes a tab of this page with its search, columns, order and groups. It is private until you share it.",
  name: "Name",
  nameMissing: "Enter a name.",
  confirm: "Save",
  cancel: "Cancel",
  options: "View",
  share: "Share with the lab",
  unshare: "Make private",
  remove: "Delete view",
  saved: (name: string) => `View ${name} saved`,
  removed: (name: string) => `View ${name} deleted`,
  shared: (name: string) => `View ${name} shared with the lab`,
  unshared: (name: string) => `View ${name} is private`,
  failed: (name: string) => `Could not change the view ${name}`,
  sharedBy: (owner: string) => `shared by ${owner}`,
};
