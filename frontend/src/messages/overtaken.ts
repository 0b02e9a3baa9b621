/** Texts of forms whose subject another person has changed meanwhile. */

export const overtaken = {
  title: "Changed by another user while you were editing. Your changes are not saved yet.",
  currentValue: (field: string, text: string) => `${field} is now: ${text}`,
  hint: "Save again to overwrite with your changes, or cancel to keep the present values.",
  hintHere: "Save again to overwrite with your changes, or reload the page to keep the present values.",
} as const;
