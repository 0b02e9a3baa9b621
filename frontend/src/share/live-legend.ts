/** The legend of a chart in a permalink: each entry shows and hides its curves. */
import type { LegendItem } from "@/charts/definition";
import { GLYPH, glyphPaths } from "@/charts/glyph";
import { LINE_WIDTH } from "@/charts/theme";
import { share as words } from "@/messages/share";
import { element, shape } from "./elements";

interface LegendProps {
  title: string;
  items: readonly LegendItem[];
  hidden: ReadonlySet<string>;
  background: string;
  onToggle: (name: string) => void;
}

/** The entries with their names and glyphs, as they stand now. */
export function liveLegend({ title, items, hidden, background, onToggle }: LegendProps): HTMLUListElement {
  return element(
    "ul",
    { class: "legend", "aria-label": words.legend(title) },
    ...items.map((item) => element("li", {}, entry(item, !hidden.has(item.name), background, onToggle))),
  );
}

function entry(item: LegendItem, isShown: boolean, background: string, onToggle: (name: string) => void) {
  const button = element("button", { type: "button", "aria-pressed": String(isShown) }, glyph(item, background));
  button.append(item.name);
  button.addEventListener("click", () => onToggle(item.name));
  return button;
}

function glyph(item: LegendItem, background: string): SVGElement {
  const size = { width: String(GLYPH.width), height: String(GLYPH.height), "aria-hidden": "true", focusable: "false" };
  const paths = glyphPaths(item, background).map(({ d, fill, fillOpacity, stroke, strokeDasharray }) =>
    shape("path", {
      d,
      fill,
      stroke,
      "fill-opacity": String(fillOpacity),
      "stroke-dasharray": strokeDasharray,
      "stroke-width": String(item.style.width ?? LINE_WIDTH),
    }),
  );
  return shape("svg", size, ...paths);
}
