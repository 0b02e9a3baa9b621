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
  /** Called on toggle. `solo` requests this one alone, and all again if it is alone already. */
  onToggle: (name: string, solo: boolean) => void;
  /** Called with the entry that the pointer is on, and with null when it leaves. */
  onPoint: (name: string | null) => void;
}

/** Build the entries with their names and glyphs, in their present state. */
export function liveLegend(props: LegendProps): HTMLUListElement {
  const { title, items, hidden } = props;
  return element(
    "ul",
    { class: "legend", "aria-label": words.legend(title) },
    ...items.map((item) => element("li", {}, entry(item, !hidden.has(item.name), props))),
  );
}

function entry(item: LegendItem, isShown: boolean, { background, onToggle, onPoint }: LegendProps) {
  const button = element("button", { type: "button", "aria-pressed": String(isShown) }, glyph(item, background));
  button.append(item.name);
  button.addEventListener("click", ({ altKey }) => onToggle(item.name, altKey));
  button.addEventListener("pointerenter", () => onPoint(item.name));
  button.addEventListener("pointerleave", () => onPoint(null));
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
