/**
 * Content that no source and no template may have, since the tokens define it: own colours, and places in the stack.
 */

/** One colour or place that is not a token. */
export interface OwnStyle {
  line: number;
  text: string;
}

const RULES = [
  // A colour in hexadecimal digits; the `#` of an address or of an entity follows a letter, `/` or `&`.
  /(?<![\w/&])#(?:[0-9a-f]{8}|[0-9a-f]{6}|[0-9a-f]{3,4})(?![\w-])/gi,
  /\b(?:rgb|hsl|hwb|lab|lch|oklab|oklch)a?\(/gi,
  /\bz-?index["']?\s*[:=]\s*\{?\s*["']?-?\d+/gi,
] as const;

/** Return what a text holds that belongs into the tokens. */
export function ownStyles(text: string): OwnStyle[] {
  return text
    .split("\n")
    .flatMap((content, index) =>
      RULES.flatMap((rule) => [...content.matchAll(rule)].map(([match]) => ({ line: index + 1, text: match }))),
    );
}
