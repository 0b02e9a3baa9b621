/** Texts of charts and fields that take several runs. */

export const compare = {
  runName: (number: string, title: string) => `${number} · ${title}`,
  drawnOnly: (name: string, reason: string) => `${name} (${reason})`,
} as const;
