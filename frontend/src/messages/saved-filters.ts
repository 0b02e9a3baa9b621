/** Lists that somebody wants to see again. */

export const savedFilters = {
  title: "Saved views",
  save: "Save view…",
  saveTitle: "Save view",
  saveExplain: "It appears above this list. It is private until you share it.",
  saveName: "Name",
  saveNameMissing: "Enter a name.",
  saveConfirm: "Save",
  saveKeep: "Cancel",
  forget: (name: string) => `Delete view ${name}`,
  share: (name: string) => `Share view ${name} with the lab`,
  unshare: (name: string) => `Make view ${name} private`,
  sharedBy: (owner: string) => `shared by ${owner}`,
  sharedByYou: "shared with the lab",
};
