/** A chart with everything that belongs to it: title, tools, legend, a sentence and its numbers as a table. */

import { Alert, Checkbox, Text, Title, useComputedColorScheme } from "@mantine/core";
import { type CSSProperties, type ReactNode, useCallback, useEffect, useId, useMemo, useRef, useState } from "react";
import { saveFile } from "@/lib/save-file";
import { useSettled } from "@/lib/use-settled";
import { Arrange } from "./arrange";
import type { Arrangement } from "./arrangement";
import { Chart } from "./chart";
import classes from "./chart-figure.module.css";
import { type ChartDefinition, type ChartView, WIDE_FROM, withoutHidden } from "./definition";
import { changeAfterPaint } from "./draw-queue";
import { type ExportFormat, exportChart } from "./export";
import { Legend } from "./legend";
import { toMarkdown } from "./markdown";
import { Reader } from "./reader";
import { Readings } from "./readings";
import type { ChartInstance } from "./runtime";
import { areApart, CROWDED, curveNames, smallMultiples } from "./small-multiples";
import { THEMES } from "./theme";
import { FORMATS, Toolbar } from "./toolbar";
import { useZoom } from "./use-zoom";
import { currentSection, showSection, stepSection, type TimeRange, type ZoomStep } from "./zoom";

const NO_CLIPBOARD = "This browser did not let the page copy; the numbers can be saved as CSV.";

/** Another drawing of the same data, which stands in the place of the chart's own. There is no SVG of it. */
export interface OtherDrawing {
  /** Draws with these words as its description. */
  draw: (ariaLabel: string) => ReactNode;
  /** Further words on what it shows, and what not. */
  sentence: string;
  /** Height in px at a width, as of a chart; keep it stable. */
  height: (width: number) => number;
  /** The drawing as PNG. */
  picture: (title: string) => Promise<Blob>;
}

interface ChartFigureProps<Data> {
  definition: ChartDefinition<Data>;
  data: Data;
  /** Another title than the chart's own. */
  title?: string;
  /** Beginning of the names of saved files, such as a run's number. */
  fileName?: string;
  /** Whether the chart's own choice is made, where a page keeps that; the chart keeps it itself otherwise. */
  toggled?: boolean;
  onToggled?: (on: boolean) => void;
  /** The stretch of the time axis that is shown, where a page keeps that; the chart keeps it itself otherwise. */
  range?: TimeRange | null;
  onRange?: (range: TimeRange | null) => void;
  /** What the page does when the reader acts on the drawing itself, and once it is drawn. Keep both stable. */
  onEvents?: Record<string, (event: unknown) => void>;
  afterDraw?: (chart: ChartInstance) => void;
  /** How its curves are laid out, where a page keeps that; as their number asks for without. */
  arrangement?: Arrangement;
  onArrangement?: (arrangement: Arrangement) => void;
  /** The curves that are not drawn, where a page keeps that; the chart keeps it itself otherwise. */
  hidden?: readonly string[];
  onHidden?: (hidden: readonly string[]) => void;
  /** Further buttons beside the chart's own. */
  tools?: ReactNode;
  /** What is drawn in the place of the chart; the table and the words stay. */
  other?: OtherDrawing | null;
}

const NOTHING: readonly string[] = [];
const WITHOUT_SVG = FORMATS.filter((format) => format !== "svg");

export function ChartFigure<Data>(props: ChartFigureProps<Data>) {
  const { title = props.definition.title, fileName, other = null } = props;
  // A parent may write `data={{ ... }}` without drawing anew each time.
  const given = useSettled(props.data);
  const [ownChoice, setOwnChoice] = useState(false);
  const { toggled = ownChoice, onToggled = setOwnChoice } = props;
  const [ownHidden, setOwnHidden] = useState(NOTHING);
  const { hidden: hiddenNames = ownHidden, onHidden = setOwnHidden } = props;
  const settledNames = useSettled(hiddenNames);
  const hidden: ReadonlySet<string> = useMemo(() => new Set(settledNames), [settledNames]);
  const [failure, setFailure] = useState<string | null>(null);
  const [copied, setCopied] = useState(false);
  const chart = useRef<ChartInstance | null>(null);
  const titleId = useId();
  const themeName = useComputedColorScheme("light", { getInitialValueInEffect: false });
  const theme = THEMES[themeName];

  const together = props.definition;
  const [ownArrangement, setOwnArrangement] = useState<Arrangement>();
  const { arrangement = ownArrangement, onArrangement = setOwnArrangement } = props;
  const count = useMemo(() => curveNames(together, given).length, [together, given]);
  const apart = areApart(count, arrangement);
  const definition = useMemo(() => (apart ? smallMultiples(together) : together), [apart, together]);
  const data = useMemo(() => definition.toggle?.apply(given, toggled) ?? given, [definition, given, toggled]);
  const build = useCallback(
    (view: ChartView) => withoutHidden(definition.option(data, theme, { ...view, hidden }), hidden),
    [definition, data, theme, hidden],
  );
  const items = useMemo(() => definition.legend(data, theme), [definition, data, theme]);
  const described = useMemo(() => definition.describe(data), [definition, data]);
  const sentence = other ? `${described} ${other.sentence}` : described;
  const provenance = useMemo(() => definition.provenance?.(data) ?? null, [definition, data]);
  const { range = null, onRange } = props;
  const extent = useMemo(() => (onRange ? definition.extent?.(data) : undefined), [onRange, definition, data]);
  const { section, onEvents } = useZoom({ chart, extent, range, onRange });

  const toggle = useCallback(
    (name: string, solo: boolean) => {
      const without = [...hidden].filter((other) => other !== name);
      if (!solo) return onHidden(hidden.has(name) ? without : [...without, name]);
      const others = items.map((item) => item.name).filter((other) => other !== name);
      const isAlone = !hidden.has(name) && others.every((other) => hidden.has(other));
      onHidden(isAlone ? NOTHING : others);
    },
    [items, hidden, onHidden],
  );
  const makeTable = useCallback(() => definition.table(data), [definition, data]);
  const zoom = useCallback((step: ZoomStep) => {
    changeAfterPaint(() => {
      if (chart.current) showSection(chart.current, stepSection(currentSection(chart.current), step));
    });
  }, []);
  const saveAs = (format: ExportFormat) => {
    setFailure(null);
    const file =
      other && format === "png"
        ? other.picture(title)
        : exportChart(definition, data, format, { theme: themeName, title, hidden });
    file
      .then((blob) => saveFile(blob, `${[fileName, definition.id].filter(Boolean).join("-")}.${format}`))
      .catch((reason: unknown) => setFailure(reason instanceof Error ? reason.message : String(reason)));
  };
  const copy = () => {
    setFailure(null);
    const text = toMarkdown(makeTable(), title);
    // Without a safe connection a browser has no clipboard.
    (navigator.clipboard?.writeText(text) ?? Promise.reject(new Error(NO_CLIPBOARD)))
      .then(() => setCopied(true))
      .catch(() => setFailure(NO_CLIPBOARD));
  };
  const take = useRef({ saveAs, copy });
  useEffect(() => {
    take.current = { saveAs, copy };
  });
  const isOther = other !== null;
  const { zoomable } = definition;
  // Buttons are made again only when they change: with each step of zooming they would take longer than the chart.
  const toolbar = useMemo(
    () => (
      <Toolbar
        title={title}
        zoomable={zoomable}
        onZoom={zoom}
        formats={isOther ? WITHOUT_SVG : FORMATS}
        onExport={(format) => take.current.saveAs(format)}
        onCopy={() => take.current.copy()}
      >
        {props.tools}
      </Toolbar>
    ),
    [title, zoomable, zoom, isOther, props.tools],
  );
  const legend = useMemo(
    () =>
      items.length > 1 && (
        <Legend
          label={`Legend of ${title}`}
          items={items}
          hidden={hidden}
          background={theme.background}
          onToggle={toggle}
        />
      ),
    [title, items, hidden, theme, toggle],
  );
  const otherHeight = other?.height;
  // Both heights are known before anything is measured, and a container query chooses: the page does not jump.
  const heights = useMemo(() => {
    const heightAt = (width: number) => otherHeight?.(width) ?? definition.height(data, width);
    return {
      "--height-narrow": `${heightAt(WIDE_FROM - 1)}px`,
      "--height-wide": `${heightAt(WIDE_FROM)}px`,
    } as CSSProperties;
  }, [definition, data, otherHeight]);

  return (
    <figure className={classes.figure} aria-labelledby={titleId}>
      <div className={classes.head}>
        <Title order={3} id={titleId}>
          {title}
        </Title>
        {toolbar}
      </div>
      {failure && <Alert color="red">{failure}</Alert>}
      <span className="visually-hidden" role="status">
        {copied ? `The numbers of ${title} are copied.` : ""}
      </span>
      <div className={classes.controls}>
        {legend}
        {definition.toggle && (
          <Checkbox
            size="xs"
            label={definition.toggle.label}
            checked={toggled}
            onChange={({ currentTarget }) => onToggled(currentTarget.checked)}
          />
        )}
      </div>
      {(count > CROWDED || (apart && arrangement !== undefined)) && (
        <Arrange title={title} count={count} apart={apart} choose={onArrangement} />
      )}
      <div className={classes.container}>
        <Reader
          title={title}
          makeTable={makeTable}
          zoom={definition.zoomable ? zoom : null}
          className={classes.box}
          style={heights}
        >
          {other?.draw(`${title}. ${sentence}`) ?? (
            <Chart
              build={build}
              ariaLabel={`${title}. ${sentence}`}
              section={section}
              onEvents={props.onEvents ?? onEvents}
              afterDraw={props.afterDraw}
              chartRef={chart}
            />
          )}
        </Reader>
      </div>
      <Text component="figcaption" size="sm" c="dimmed">
        {sentence}
      </Text>
      {provenance && (
        <Text size="sm" c="dimmed" aria-live="polite">
          {provenance}
        </Text>
      )}
      <Readings label="Data table" makeTable={makeTable} />
    </figure>
  );
}
