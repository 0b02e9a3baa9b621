/** The list of contents beside an article: the part that a reader is in is marked. */

/** Mark the link to the part whose start was passed last, whenever the page scrolls. */
export function watchContents(links: readonly HTMLAnchorElement[]): void {
  const parts = links.flatMap((link) => {
    const part = document.getElementById(link.hash.slice(1));
    return part ? [{ link, part }] : [];
  });
  if (parts.length === 0) return;
  const mark = () => {
    const passed = parts.filter(({ part }) => part.getBoundingClientRect().top < innerHeight / 3);
    const current = (passed.at(-1) ?? parts[0])?.link;
    for (const { link } of parts) {
      if (link === current) link.setAttribute("aria-current", "true");
      else link.removeAttribute("aria-current");
    }
  };
  addEventListener("scroll", mark, { passive: true });
  mark();
}
