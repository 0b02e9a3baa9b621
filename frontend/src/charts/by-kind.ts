/** Parts of the kinds of panels, files by the folders of their charts. */
import { type ChartKind, PANEL_CHARTS } from "./registry";

/** Return a file of each kind. Raises an error for a folder without it. */
export function byKind<Part>(files: Readonly<Record<string, Part>>, file: string): Readonly<Record<ChartKind, Part>> {
  const parts = Object.entries(PANEL_CHARTS).map(([kind, folder]) => {
    const part = files[`./${folder}/${file}`];
    if (part === undefined) throw new Error(`charts/${folder} has no ${file}.`);
    return [kind, part] as const;
  });
  return Object.fromEntries(parts) as Record<ChartKind, Part>;
}
