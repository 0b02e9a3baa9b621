/** The tokens as CSS variables: the sheet of the pages, and the variables that the sheet of permalinks uses. */
import {
  dark,
  density,
  easing,
  fonts,
  heights,
  light,
  lineHeight,
  motion,
  paper,
  prepShares,
  radius,
  sizes,
  space,
  stacking,
  type ThemeTokens,
} from "./tokens";

export type Variables = Record<string, string>;

/** Return the variable of a token: `surface2` is `--sl-surface-2`. */
export const variableName = (name: string): string =>
  `--sl-${name.replace(/[A-Z]|\d+(?:\.\d+)?/g, (part) => `-${part.toLowerCase().replace(".", "-")}`)}`;

/** Sizes of type and of parts follow the letter size that a person chose in the browser. */
const rem = (px: number): string => `${px / 16}rem`;

function named(values: Readonly<Record<string, string | number>>, prefix = "", unit = (value: number) => `${value}px`) {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      variableName(prefix ? `${prefix}${name[0]?.toUpperCase()}${name.slice(1)}` : name),
      typeof value === "number" ? unit(value) : value,
    ]),
  );
}

/** Return what belongs to one theme. */
export function themeVariables({ colours, series, elevation }: ThemeTokens): Variables {
  return {
    ...named(colours),
    ...Object.fromEntries(
      series.flatMap(({ colour, ink }, index) => [
        [`--sl-series-${index + 1}`, colour],
        [`--sl-ink-${index + 1}`, ink],
      ]),
    ),
    ...Object.fromEntries(Object.entries(elevation).map(([name, shadow]) => [`--sl-${name}`, shadow])),
  };
}

/** Return what both themes share. */
export function sharedVariables(): Variables {
  return {
    ...Object.fromEntries(
      Object.entries(prepShares).map(([name, share]) => [
        variableName(name),
        `color-mix(in srgb, var(--sl-prep) ${share}%, var(--sl-surface))`,
      ]),
    ),
    "--sl-font": fonts.text,
    "--sl-mono": fonts.mono,
    "--sl-line-height": String(lineHeight),
    ...Object.fromEntries(sizes.map((size) => [variableName(`size${size}`), rem(size)])),
    ...Object.fromEntries(space.map((distance) => [variableName(`space${distance}`), `${distance}px`])),
    ...named(radius, "radius"),
    ...named(heights, "height", rem),
    ...named(stacking, "z", String),
    ...named(motion, "motion", (ms) => `${ms}ms`),
    "--sl-easing": easing,
    ...named(density.comfortable, "", rem),
  };
}

function rule(selector: string, variables: Variables, more: Variables = {}): string {
  const lines = Object.entries({ ...variables, ...more }).map(([name, value]) => `${name}:${value}`);
  return lines.length > 0 ? `${selector}{${lines.join(";")}}\n` : "";
}

/** Return the sheet of the pages; the scheme is the attribute that is set before the first paint. */
export function pageSheet(): string {
  return [
    rule(":root", sharedVariables()),
    // A part of a page may be in the other theme, as the pictures of both are.
    rule(':root,[data-mantine-color-scheme="light"]', themeVariables(light), { "color-scheme": "light" }),
    rule('[data-mantine-color-scheme="dark"]', themeVariables(dark), { "color-scheme": "dark" }),
    `@media (max-width:640px){${rule(":root", named(density.phone, "", rem)).trim()}}\n`,
    rule('[data-density="compact"]', named(density.compact, "", rem)),
  ].join("");
}

/** Return the variables that the sheet of permalinks uses: by the reader's scheme, and for paper. */
export function permalinkSheet(sheet: string): string {
  const used = new Set(sheet.match(/--sl-[a-z0-9-]+/g));
  const among = (variables: Variables) =>
    Object.fromEntries(Object.entries(variables).filter(([name]) => used.has(name)));
  return [
    rule(":root", among({ ...sharedVariables(), ...themeVariables(light) }), { "color-scheme": "light dark" }),
    `@media (prefers-color-scheme:dark){${rule(":root", among(themeVariables(dark))).trim()}}\n`,
    `@media print{${rule(":root", among(named(paper)), { "color-scheme": "light" }).trim()}}\n`,
  ].join("");
}
