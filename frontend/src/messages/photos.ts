/** What is said about the photos of a piece of hardware. */

export const photos = {
  title: "Photos",
  count: (count: number) =>
    count === 0 ? "No photos yet." : count === 1 ? "1 photo, newest first" : `${count} photos, newest first`,
  list: (piece: string) => `Photos of ${piece}`,
  untitled: "Photo without a caption",
  added: (by: string | null, at: string) => (by ? `${by}, ${at}` : at),
  drop: "Drop a photo here",
  dropNow: "Let go to add it",
  choose: "Choose a photo",
  oneFile: "One photo at a time.",
  wrongType: (name: string) => `${name} is no PNG, JPEG or WebP picture.`,
  tooLarge: (size: string, most: string) => `The photo has ${size}; ${most} are the most.`,
  addTitle: "Add a photo",
  preview: "The chosen photo",
  caption: "Caption",
  captionHint: "What it shows, also for those who cannot see it.",
  captionMissing: "Say what the photo shows.",
  add: "Add photo",
  keepOut: "Close without adding",
  remove: "Remove",
  removeOf: (caption: string) => `Remove the photo ${caption}`,
  removeTitle: "Remove this photo?",
  removeExplain: (caption: string) => `“${caption}” is taken off this page. It cannot be brought back.`,
  keep: "Keep it",
} as const;
