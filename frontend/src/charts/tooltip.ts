/** The tooltip of a page: the text of a chart as rows, each with the line of its curve before it. Built of nodes, never of markup. */
import type { TooltipComponentOption } from "echarts";
import type { ChartOption, ChartSeries } from "./definition";
import { plainText } from "./parts";
import { FONT_SIZE, LINE_WIDTH } from "./theme";

/** Two spaces part the cells of a row. */
const CELLS = / {2,}/;
const SAMPLE_WIDTH = 14;
const FLOATING = [
  "box-shadow: var(--sl-e3)",
  "z-index: var(--sl-z-chart-tooltip)",
  "font-variant-numeric: tabular-nums",
  "max-width: min(440px, 90%)",
  "overflow-wrap: anywhere",
  "white-space: normal",
].join(";");

export interface TooltipRows {
  head: string;
  rows: string[][];
}

/** The lines of a tooltip as its head and the cells of each row. */
export function tooltipRows(text: string): TooltipRows {
  const [head = "", ...lines] = text.split("\n");
  return { head, rows: lines.map((line) => line.split(CELLS).filter(Boolean)) };
}

/** The colour of a curve's line, by the name that rows begin with. */
function coloursOf(series: readonly ChartSeries[]): [name: string, colour: string][] {
  const colours = new Map<string, string>();
  for (const entry of series) {
    const colour = entry.type === "line" ? entry.lineStyle?.color : undefined;
    const name = plainText(String(entry.name ?? ""));
    if (name && typeof colour === "string" && !colours.has(name)) colours.set(name, colour);
  }
  // The longest first: `r-10` does not have the colour of `r-1`.
  return [...colours].toSorted(([a], [b]) => b.length - a.length);
}

interface RowLook {
  text: string;
  dimmed: string;
}

function span(text: string, style: Partial<CSSStyleDeclaration>): HTMLElement {
  const element = document.createElement("span");
  element.textContent = text;
  Object.assign(element.style, style);
  return element;
}

function sampleOf(colour: string | undefined): HTMLElement {
  const line = colour ? { borderTop: `${LINE_WIDTH}px solid ${colour}` } : {};
  return span("", { width: `${SAMPLE_WIDTH}px`, alignSelf: "center", ...line });
}

function elementOf(text: string, colours: readonly [string, string][], look: RowLook): HTMLElement {
  const { head, rows } = tooltipRows(text);
  const box = document.createElement("div");
  const title = span(head, { display: "block", fontWeight: "600", color: look.text });
  const table = document.createElement("div");
  const hasSamples = rows.some(([name = ""]) => colours.some(([curveName]) => name.startsWith(curveName)));
  Object.assign(table.style, {
    display: "grid",
    gridTemplateColumns: `${hasSamples ? `${SAMPLE_WIDTH}px ` : ""}auto auto auto`,
    columnGap: "8px",
    marginTop: rows.length > 0 ? "4px" : "0",
  });
  for (const [name = "", value, ...more] of rows) {
    const colour = colours.find(([curveName]) => name.startsWith(curveName))?.[1];
    if (hasSamples) table.append(sampleOf(colour));
    if (value === undefined) {
      table.append(span(name, { color: look.dimmed, gridColumn: "span 3" }));
      continue;
    }
    table.append(
      span(name, { color: look.text }),
      span(value, { color: look.text, fontWeight: "600", textAlign: "right" }),
      span(more.join("  "), { color: look.dimmed }),
    );
  }
  box.append(title, table);
  return box;
}

/** Return the option with its tooltip as elements of the page; the text remains the chart's own. */
export function withTooltipElements(option: ChartOption): ChartOption {
  const { tooltip, textStyle, series } = option;
  const { formatter } = tooltip;
  if (typeof formatter !== "function" || typeof document === "undefined") return option;
  const colours = coloursOf(series);
  const pointer = tooltip.axisPointer?.lineStyle?.color;
  const look = { text: textStyle.color, dimmed: typeof pointer === "string" ? pointer : textStyle.color };
  const asElements: TooltipComponentOption["formatter"] = (params, ticket) => {
    const text = formatter(params, ticket, () => undefined);
    return typeof text === "string" && text !== "" ? elementOf(text, colours, look) : "";
  };
  return {
    ...option,
    tooltip: {
      ...tooltip,
      renderMode: "html",
      formatter: asElements,
      padding: [8, 12],
      textStyle: { ...tooltip.textStyle, fontSize: FONT_SIZE.title },
      extraCssText: FLOATING,
    },
  };
}
