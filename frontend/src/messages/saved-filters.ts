/** Lists that somebody wants to see again. */

export const savedFilters = {
  title: "Saved filters",
  save: "Save this filter…",
  saveTitle: "Save this filter",
  saveExplain: "It is shown above this list: to you alone, until you share it.",
  saveName: "Name",
  saveNameMissing: "Give the filter a name.",
  saveConfirm: "Save",
  saveKeep: "Close",
  forget: (name: string) => `Forget the filter ${name}`,
  share: (name: string) => `Share the filter ${name} with the lab`,
  unshare: (name: string) => `Keep the filter ${name} for its owner alone`,
  sharedBy: (owner: string) => `shared by ${owner}`,
  sharedByYou: "shared with the lab",
};
