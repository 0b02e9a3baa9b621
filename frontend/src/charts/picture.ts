/** A chart as one independent SVG document with title, legend and curves, for exports and for pages without scripts. */
import { figure } from "@/messages/figure";
import { type ChartDefinition, type LegendItem, WIDE_FROM, withoutHidden } from "./definition";
import { namedAtEnds } from "./ends";
import { GLYPH, glyphPaths } from "./glyph";
import { fitText, textWidth } from "./parts";
import { drawSvg } from "./runtime";
import { type ChartTheme, FONT_FAMILY, FONT_SIZE, LINE_WIDTH, THEMES, type ThemeName } from "./theme";

const PADDING = 12;
/** Margin left and right of the curves; their own titles begin 4 px in, so all text is in one line. */
const MARGIN = 8;
const TITLE_ROOM = 30;
const LEGEND_ROW = 20;
/** More rows of a legend than these would take the room of the curves: the entries behind them are counted. */
const MAX_LEGEND_ROWS = 8;
const FOOT_LINE = 15;
const FOOT_GAP = 9;
/** Maximum number of lines of a paragraph in the foot. */
const MAX_FOOT_LINES = 4;
const TITLE_SIZE = 13;
const SUBTITLE_GAP = 10;

/** Drops what an XML document cannot hold; names that firmware reports do contain control characters. */
function withoutControls(text: string): string {
  return text.replace(/(?![\t\n\r])\p{Cc}|\p{Cs}|[\ufffe\uffff]/gu, "");
}

/** Escape text for use between tags or in a quoted attribute. */
export function escapeXml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}

interface PlacedItem {
  item: LegendItem;
  text: string;
  x: number;
  row: number;
}

/** A legend as far as it is drawn, and the number of its other entries. */
interface PlacedLegend {
  placed: PlacedItem[];
  more: number;
  rows: number;
}

function placeLegend(items: LegendItem[], width: number): PlacedLegend {
  const all: PlacedItem[] = [];
  let x = PADDING;
  let row = 0;
  for (const item of items) {
    const text = fitText(item.name, FONT_SIZE.title, width - 2 * PADDING - GLYPH.width - 6) || item.name;
    const room = GLYPH.width + 6 + textWidth(text, FONT_SIZE.title) + 12;
    if (x > PADDING && x + room > width - PADDING) {
      x = PADDING;
      row += 1;
    }
    all.push({ item, text, x, row });
    x += room;
  }
  const rows = all.length === 0 ? 0 : row + 1;
  if (rows <= MAX_LEGEND_ROWS) return { placed: all, more: 0, rows };
  // The last row counts what is not drawn.
  const placed = all.filter((entry) => entry.row < MAX_LEGEND_ROWS - 1);
  return { placed, more: all.length - placed.length, rows: MAX_LEGEND_ROWS };
}

/** The legend of a picture: none for one curve, and without the curves that are named at their ends. */
function legendOf<Data>(
  definition: ChartDefinition<Data>,
  data: Data,
  theme: ChartTheme,
  { width, hidden = new Set<string>() }: Pick<Picture, "width" | "hidden">,
): PlacedLegend {
  const atEnds = new Set(width - 2 * MARGIN >= WIDE_FROM ? namedAtEnds(definition, data) : []);
  const items = definition.legend(data, theme).filter(({ name }) => !hidden.has(name) && !atEnds.has(name));
  return placeLegend(items.length > 1 || (items.length > 0 && atEnds.size > 0) ? items : [], width);
}

const headRoomOf = ({ rows }: PlacedLegend): number => TITLE_ROOM + (rows > 0 ? rows * LEGEND_ROW + 4 : 0);

/** Return the height that a picture of this width has above its curves, for its title and its legend. */
export function headRoom<Data>(definition: ChartDefinition<Data>, data: Data, width: number): number {
  return headRoomOf(legendOf(definition, data, THEMES.light, { width }));
}

function legendSvg({ placed, more, rows }: PlacedLegend, theme: ChartTheme): string {
  const yOf = (row: number) => TITLE_ROOM + row * LEGEND_ROW;
  const textOf = (x: number, text: string, fill: string) =>
    `<text x="${x}" y="${GLYPH.height / 2}" dominant-baseline="central" font-size="${FONT_SIZE.title}" fill="${fill}">${escapeXml(text)}</text>`;
  const entries = placed.map(({ item, text, x, row }) => {
    const paths = glyphPaths(item, theme.background).map(
      (path) =>
        `<path d="${path.d}" fill="${path.fill}" fill-opacity="${path.fillOpacity}" stroke="${path.stroke}" stroke-width="${item.style.width ?? LINE_WIDTH}" stroke-dasharray="${path.strokeDasharray}"/>`,
    );
    return `<g transform="translate(${x} ${yOf(row)})">${paths.join("")}${textOf(GLYPH.width + 6, text, theme.text)}</g>`;
  });
  const rest = `<g transform="translate(${PADDING} ${yOf(rows - 1)})">${textOf(0, figure.moreInLegend(more), theme.dimmed)}</g>`;
  return [...entries, ...(more > 0 ? [rest] : [])].join("");
}

/** The attributes for one declaration of an inline style; `font` is the one that has no attribute of its name. */
function attributesOf(property: string, value: string): string {
  if (property !== "font") return ` ${property}="${value}"`;
  const weight = value.match(/(?:^|\s)(bold|[1-9]00)\s/)?.[1];
  const [, size = FONT_SIZE.label, family = FONT_FAMILY] = value.match(/([\d.]+)px\s+(.+)$/) ?? [];
  return ` font-size="${size}px" font-family="${family}"${weight ? ` font-weight="${weight}"` : ""}`;
}

/** ECharts writes fonts as inline styles, which a strict content security policy drops: the same as attributes stays. */
function stylesAsAttributes(svg: string): string {
  return svg.replace(/ style="([^"]*)"/g, (_, declarations: string) =>
    declarations
      .split(";")
      .map((declaration) => declaration.match(/^\s*([a-z-]+)\s*:\s*(.+?)\s*$/))
      .map((match) => (match?.[1] && match[2] ? attributesOf(match[1], match[2]) : ""))
      .join(""),
  );
}

/** A picture does not answer to the mouse: what ECharts writes for hovering, and for finding series again, goes. */
function withoutHovering(svg: string): string {
  return svg.replace(/<style\b[^>]*>.*?<\/style>/gs, "").replace(/ (?:class|ecmeta_\w+)="[^"]*"/g, "");
}

/** Ids that depend on the picture alone: the same picture is the same text, and two on one page do not share clip paths. */
function stableIds(svg: string): string {
  const neutral = svg.replaceAll(/\bzr\d+-/g, "zr-");
  let hash = 0x811c9dc5;
  for (let index = 0; index < neutral.length; index += 1) {
    hash = Math.imul(hash ^ neutral.charCodeAt(index), 0x01000193);
  }
  return neutral.replaceAll(/\bzr-/g, `c${(hash >>> 0).toString(16)}-`);
}

export interface Picture {
  theme: ThemeName;
  width: number;
  height: number;
  /** Another title than the chart's own. */
  title?: string;
  /** Subject of the picture; by default the chart's own. */
  subtitle?: string | undefined;
  /** Paragraphs below everything: what it is of, when and where it was drawn. */
  foot?: readonly string[];
  hidden?: ReadonlySet<string>;
  /** From which width on the chart has its wide form, where that is another one. */
  wideFrom?: number;
}

/** Behind the title, as far as there is room. */
function subtitleSvg(title: string, subtitle: string, width: number, theme: ChartTheme): string {
  const left = PADDING + textWidth(title, TITLE_SIZE) + SUBTITLE_GAP;
  const text = subtitle && fitText(subtitle, FONT_SIZE.title, width - PADDING - left);
  if (!text) return "";
  return `<text x="${left}" y="${TITLE_ROOM / 2}" dominant-baseline="central" font-size="${FONT_SIZE.title}" fill="${theme.dimmed}">${escapeXml(text)}</text>`;
}

/** A paragraph in lines of a width; an address breaks anywhere. */
function linesOf(paragraph: string, width: number): string[] {
  const room = width - 2 * PADDING;
  const lines: string[] = [];
  let rest = paragraph;
  while (rest && lines.length < MAX_FOOT_LINES - 1) {
    const fitting = fitText(rest, FONT_SIZE.label, room).replace(/\u2026$/, "");
    if (fitting === rest || fitting === "") break;
    lines.push(fitting);
    rest = rest.slice(fitting.length).trimStart();
  }
  return rest ? [...lines, fitText(rest, FONT_SIZE.label, room)] : lines;
}

const footLines = (foot: readonly string[], width: number): string[] =>
  foot.flatMap((paragraph) => linesOf(paragraph, width));

/** Return the height of the foot of a picture. */
export function footRoom(foot: readonly string[] = [], width: number): number {
  const count = footLines(foot, width).length;
  return count === 0 ? 0 : count * FOOT_LINE + FOOT_GAP;
}

function footSvg(foot: readonly string[], { width, height }: Picture, theme: ChartTheme): string {
  const lines = footLines(foot, width);
  const yOf = (place: number) => height - FOOT_GAP / 2 - (lines.length - place - 0.5) * FOOT_LINE;
  return lines
    .map(
      (line, place) =>
        `<text x="${PADDING}" y="${yOf(place)}" dominant-baseline="central" font-size="${FONT_SIZE.label}" fill="${theme.dimmed}">${escapeXml(line)}</text>`,
    )
    .join("");
}

/** Draws a chart with its title and, where there is more than one series, its legend. */
export function drawPicture<Data>(definition: ChartDefinition<Data>, data: Data, picture: Picture): string {
  const { width, height, hidden = new Set<string>() } = picture;
  const theme = THEMES[picture.theme];
  const title = picture.title ?? definition.title;
  const described = picture.subtitle ?? definition.subtitle?.(data) ?? "";
  const subtitle = title.includes(described) ? "" : described;
  const legend = legendOf(definition, data, theme, { width, hidden });
  const top = headRoomOf(legend);
  const view = {
    width: width - 2 * MARGIN,
    height: Math.max(height - top - footRoom(picture.foot, width), 1),
    interactive: false,
    hidden,
    ...(picture.wideFrom === undefined ? {} : { wideFrom: picture.wideFrom }),
  };
  const option = withoutHidden(definition.option(data, theme, view), hidden);
  const curves = drawSvg({ ...option, tooltip: { show: false } }, view.width, view.height);
  return withoutControls(
    `<svg xmlns="http://www.w3.org/2000/svg" role="img" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="${FONT_FAMILY}">` +
      `<title>${escapeXml(title)}</title><desc>${escapeXml(definition.describe(data))}</desc>` +
      `<rect width="${width}" height="${height}" fill="${theme.background}"/>` +
      `<text x="${PADDING}" y="${TITLE_ROOM / 2}" dominant-baseline="central" font-size="${TITLE_SIZE}" font-weight="600" fill="${theme.text}">${escapeXml(fitText(title, TITLE_SIZE, width - 2 * PADDING))}</text>` +
      subtitleSvg(title, subtitle, width, theme) +
      legendSvg(legend, theme) +
      stableIds(stylesAsAttributes(withoutHovering(curves))).replace("<svg ", `<svg x="${MARGIN}" y="${top}" `) +
      (picture.foot ? footSvg(picture.foot, picture, theme) : "") +
      "</svg>",
  );
}
