/** Texts about the photos of a piece of hardware. */

export const photos = {
  title: "Photos",
  count: (count: number) =>
    count === 0 ? "No photos yet." : count === 1 ? "1 photo, newest first" : `${count} photos, newest first`,
  list: (piece: string) => `Photos of ${piece}`,
  untitled: "Photo without a caption",
  added: (by: string | null, at: string) => (by ? `${by}, ${at}` : at),
  drop: "Drop a photo here",
  dropNow: "Drop to add",
  choose: "Choose a photo",
  oneFile: "Drop one photo only.",
  wrongType: (name: string) => `${name} must be a PNG, JPEG or WebP picture.`,
  tooLarge: (size: string, max: string) => `The photo has ${size}. At most ${max} are allowed.`,
  addTitle: "Add a photo",
  preview: "Selected photo",
  caption: "Caption",
  captionHint: "Describe the photo, also for readers who cannot see it.",
  captionMissing: "Enter a caption.",
  add: "Add photo",
  keepOut: "Cancel",
  remove: "Remove",
  removeOf: (caption: string) => `Remove the photo ${caption}`,
  removeTitle: "Remove this photo?",
  removeExplain: (caption: string) => `“${caption}” is deleted. You cannot undo this.`,
  keep: "Cancel",
} as const;
