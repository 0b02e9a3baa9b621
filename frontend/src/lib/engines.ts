/** Engines of the lab with their titles. A new engine is one line here. */
export const ENGINE_TITLES = {
  fio: "fio",
  vdbench: "Vdbench",
  files: "File tool",
} as const;

export type EngineName = keyof typeof ENGINE_TITLES;
export const ENGINES = Object.keys(ENGINE_TITLES) as EngineName[];

/** Return choices of engines for a select. An engine without a title here has its name. */
export const engineChoices = (names: readonly string[]) => names.map((value) => ({ value, label: engineTitle(value) }));

/** Return the title of an engine, or its name where it has none here. */
export function engineTitle(name: string): string {
  return name in ENGINE_TITLES ? ENGINE_TITLES[name as EngineName] : name;
}
