/** Forms of something that somebody else has changed meanwhile. */

export const overtaken = {
  title: "Somebody else changed this meanwhile; nothing was saved",
  saysNow: (field: string, text: string) => `${field} says now: ${text}`,
  hint: "Save again to put yours in its place, or close without saving to keep theirs.",
  hintHere: "Save again to put yours in its place, or load this page again to keep theirs.",
} as const;
