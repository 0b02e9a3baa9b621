/** Places of the blocks in the page of a share. */

/** A section by its id, a chart by its key, or a text of the author by its place among them. */
export type Target = { section: string } | { chart: string } | { text: number };

/** Return the element of a block; null where the page has none. */
export function findTarget(page: Document | null, target: Target): HTMLElement | null {
  if (!page) return null;
  if ("section" in target) return page.getElementById(target.section);
  if ("text" in target) return page.querySelectorAll<HTMLElement>(".words")[target.text] ?? null;
  const heading = page.getElementById(`chart-${target.chart}`);
  return heading?.closest<HTMLElement>("figure") ?? heading;
}
