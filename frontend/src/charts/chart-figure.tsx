/** A chart with everything that belongs to it: title, one menu, legend, a sentence and its numbers as a table. */

import { Alert, Modal, Title, useComputedColorScheme } from "@mantine/core";
import {
  type CSSProperties,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
} from "react";
import { saveFile } from "@/lib/save-file";
import { ShareFigure } from "@/lib/share-figure";
import { formatDateTime } from "@/lib/units";
import { useSettled } from "@/lib/use-settled";
import { charts as chartWords } from "@/messages/charts";
import { figure as words } from "@/messages/figure";
import type { Arrangement } from "./arrangement";
import { Chart } from "./chart";
import classes from "./chart-figure.module.css";
import { ChartOverlay } from "./chart-overlay";
import {
  type Cell,
  type ChartDefinition,
  type ChartOption,
  type ChartView,
  WIDE_FROM,
  withoutHidden,
} from "./definition";
import { changeWhenDrawn } from "./draw-queue";
import { namedAtEnds } from "./ends";
import { type ExportFormat, exportChart, FORMATS } from "./export";
import { type Choice, type FigureAct, FigureMenu } from "./figure-menu";
import { hiddenAfter } from "./hiding";
import { Legend } from "./legend";
import { withHearing, withLifted } from "./lift";
import { toMarkdown } from "./markdown";
import { sharePointer } from "./pointers";
import { Reader } from "./reader";
import { Readings } from "./readings";
import type { ChartInstance } from "./runtime";
import { areApart, CROWDED, curveNames, smallMultiples } from "./small-multiples";
import { THEMES } from "./theme";
import { useLift } from "./use-lift";
import { useZoom } from "./use-zoom";
import { currentSection, showSection, showSpan, stepSection, type TimeRange, type ZoomStep } from "./zoom";
import { ZoomDialog } from "./zoom-dialog";

/** Another drawing of the same data, which replaces the chart's own. It has no SVG. */
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
  /** Subject of the figure; by default the chart's own. */
  subtitle?: string;
  /** Level of the heading; 2 where it is a section of the page itself. */
  order?: 2 | 3;
  /** Its name in an address; made of its title unless given. */
  anchor?: string;
  /** Sources at the foot of its pictures: runs, and paragraphs on their configuration. */
  source?: readonly string[];
  /** Gives the address that pictures carry, where that of the page is not short enough. */
  address?: (() => Promise<string>) | undefined;
  /** Beginning of the names of saved files, such as a run's number. */
  fileName?: string;
  /** True if the chart's own choice is made, where a page keeps that; otherwise the chart keeps it itself. */
  toggled?: boolean;
  onToggled?: (on: boolean) => void;
  /** Visible stretch of the time axis, where a page keeps it; otherwise the chart keeps it itself. */
  range?: TimeRange | null;
  onRange?: (range: TimeRange | null) => void;
  /** Arrangement of its curves, where a page keeps it; by default it depends on their number. */
  arrangement?: Arrangement;
  onArrangement?: (arrangement: Arrangement) => void;
  /** Hidden curves, where a page keeps them; otherwise the chart keeps them itself. */
  hidden?: readonly string[];
  onHidden?: (hidden: readonly string[]) => void;
  /** One segmented control beside the menu. */
  control?: ReactNode;
  /** Further choices in the menu. */
  choices?: readonly Choice[];
  /** Actions of the page on the figure; the one with the key `E` edits it. Keep it stable. */
  acts?: readonly FigureAct[];
  /** True if its curves have a legend above it; false where the page has one for all of its charts. */
  hasLegend?: boolean;
  /** Tools of the page below the chart, such as adding a note. */
  tools?: ReactNode;
  /** Drawing in place of the chart; the table and the texts remain. */
  other?: OtherDrawing | null;
}

const NOTHING: readonly string[] = [];
/** Maximum length of an address in a picture; readers do not type longer ones. */
const MAX_ADDRESS = 300;

/** The address of the page for a picture; without what is chosen on it where that is long. */
function ownAddress(): string {
  const { origin, pathname, search, host } = window.location;
  const address = `${origin}${pathname}${search}`;
  return address.length > MAX_ADDRESS ? `${host}${pathname}` : address;
}
const NO_CHOICES: readonly Choice[] = [];
const NO_ACTS: readonly FigureAct[] = [];
const EDIT_KEY = "E";
const WITHOUT_SVG = FORMATS.filter((format) => format !== "svg");

/** The name of a figure in an address. */
const anchorOf = (title: string): string => `chart-${title.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "-")}`;

/** Return the actions of a figure with the one that shares it, where the page can share it. */
function useShareAct(acts: readonly FigureAct[], chart: string): readonly FigureAct[] {
  const share = useContext(ShareFigure);
  return useMemo(
    () => (share ? [...acts, { label: words.share, run: () => share(chart) }] : acts),
    [acts, share, chart],
  );
}

export function ChartFigure<Data>(props: ChartFigureProps<Data>) {
  const { title = props.definition.title, order = 3, fileName, other = null, hasLegend = true } = props;
  const acts = useShareAct(props.acts ?? NO_ACTS, props.definition.id);
  // A parent may write `data={{ ... }}` without a new drawing each time.
  const given = useSettled(props.data);
  const [ownChoice, setOwnChoice] = useState(false);
  const { toggled = ownChoice, onToggled = setOwnChoice } = props;
  const [ownHidden, setOwnHidden] = useState(NOTHING);
  const { hidden: hiddenNames = ownHidden, onHidden = setOwnHidden } = props;
  const settledNames = useSettled(hiddenNames);
  const hidden: ReadonlySet<string> = useMemo(() => new Set(settledNames), [settledNames]);
  const [failure, setFailure] = useState<string | null>(null);
  const [copied, setCopied] = useState("");
  const [isFull, setFull] = useState(false);
  const [hasTable, setTable] = useState(false);
  const [isZooming, setZooming] = useState(false);
  const chart = useRef<ChartInstance | null>(null);
  const titleId = useId();
  const { anchor = anchorOf(title), source = NOTHING } = props;
  const themeName = useComputedColorScheme("light", { getInitialValueInEffect: false });
  const theme = THEMES[themeName];

  const together = props.definition;
  const [ownArrangement, setOwnArrangement] = useState<Arrangement>();
  const { arrangement = ownArrangement, onArrangement = setOwnArrangement } = props;
  const count = useMemo(() => curveNames(together, given).length, [together, given]);
  const apart = areApart(count, arrangement);
  const definition = useMemo(() => (apart ? smallMultiples(together) : together), [apart, together]);
  const data = useMemo(() => definition.toggle?.apply(given, toggled) ?? given, [definition, given, toggled]);
  const items = useMemo(() => definition.legend(data, theme), [definition, data, theme]);
  const curves: ReadonlySet<string> = useMemo(() => new Set(items.map(({ name }) => name)), [items]);
  const option = useRef<ChartOption | null>(null);
  const { lifted, lift, onEvents: pointed } = useLift(option, curves);
  const build = useCallback(
    (view: ChartView) => {
      const drawn = withoutHidden(definition.option(data, theme, { ...view, hidden }), hidden);
      option.current = withHearing(drawn, curves);
      return withLifted(option.current, lifted, curves);
    },
    [definition, data, theme, hidden, curves, lifted],
  );
  const atEnds = useMemo(() => new Set(namedAtEnds(definition, data)), [definition, data]);
  const described = useMemo(() => definition.describe(data), [definition, data]);
  const sentence = other ? `${described} ${other.sentence}` : described;
  const caption = useMemo(() => definition.caption?.(data), [definition, data]);
  const shownCaption = caption === undefined ? sentence : [caption, other?.sentence].filter(Boolean).join(" ");
  const subtitle = useMemo(() => props.subtitle ?? definition.subtitle?.(data), [props.subtitle, definition, data]);
  const provenance = useMemo(() => definition.provenance?.(data) ?? null, [definition, data]);
  const { range = null, onRange } = props;
  const extent = useMemo(() => definition.extent?.(data), [definition, data]);
  const { section, onEvents: zoomed } = useZoom({ chart, extent, along: definition.along, range, onRange });
  const onEvents = useMemo(() => ({ ...pointed, ...zoomed }), [pointed, zoomed]);

  const toggle = useCallback(
    (name: string, solo: boolean) => onHidden(hiddenAfter(hidden, [...curves], name, solo)),
    [curves, hidden, onHidden],
  );
  const makeTable = useCallback(() => definition.table(data), [definition, data]);
  const table = useMemo(() => (hasTable ? makeTable() : null), [hasTable, makeTable]);
  const zoom = useCallback((step: ZoomStep) => {
    changeWhenDrawn(chart, (drawn) => showSection(drawn, stepSection(currentSection(drawn), step)));
  }, []);
  const zoomTo = (span: TimeRange) => {
    setZooming(false);
    changeWhenDrawn(chart, (drawn) => showSpan(drawn, span));
  };
  const { along, zoomable, toggle: ownToggle } = definition;
  const point = useCallback(
    (value: Cell) => {
      // Rows of charts over time begin with their moment.
      if (along && along !== "outstanding") sharePointer(along, typeof value === "number" ? value : null, NOTHING);
    },
    [along],
  );
  const saveAs = (format: ExportFormat) => {
    setFailure(null);
    const moment = formatDateTime(new Date().toISOString());
    const draw = (address: string) =>
      exportChart(definition, data, format, {
        theme: themeName,
        title,
        hidden,
        subtitle,
        foot: [...source, words.drawnAt(moment, address)],
      });
    // A picture without the short address is better than none.
    const drawn = () => (props.address?.().catch(ownAddress) ?? Promise.resolve(ownAddress())).then(draw);
    (other && format === "png" ? other.picture(title) : drawn())
      .then((blob) => saveFile(blob, `${[fileName, definition.id].filter(Boolean).join("-")}.${format}`))
      .catch((reason: unknown) => setFailure(reason instanceof Error ? reason.message : String(reason)));
  };
  const copy = (text: string, done: string) => {
    setFailure(null);
    // Without a safe connection a browser has no clipboard.
    (navigator.clipboard?.writeText(text) ?? Promise.reject(new Error(words.noClipboard)))
      .then(() => setCopied(done))
      .catch(() => setFailure(words.noClipboard));
  };
  const take = useRef({ saveAs, copy });
  useEffect(() => {
    take.current = { saveAs, copy };
  });
  const element = useRef<HTMLElement>(null);
  useEffect(() => {
    if (decodeURIComponent(window.location.hash) === `#${anchor}`) element.current?.scrollIntoView?.();
  }, [anchor]);

  const isOther = other !== null;
  const hasExtent = extent !== undefined;
  const canArrange = count > CROWDED || (apart && arrangement !== undefined);
  const { choices: furtherChoices = NO_CHOICES } = props;
  // The menu is made again only when it changes: with each step of zooming it would take longer than the chart.
  const menu = useMemo(() => {
    const own: Choice[] = [
      ...(ownToggle
        ? [{ label: ownToggle.label, on: toggled, set: onToggled, ...(ownToggle.isLog ? { shortcut: "Y" } : {}) }]
        : []),
      ...(canArrange
        ? [
            {
              label: chartWords.arrangements.apart,
              on: apart,
              set: (on: boolean) => onArrangement(on ? "apart" : "one"),
            },
          ]
        : []),
    ];
    const copyLink = () => {
      const { origin, pathname, search } = window.location;
      take.current.copy(`${origin}${pathname}${search}#${anchor}`, words.copied.link);
    };
    return (
      <FigureMenu
        title={title}
        full={{ label: isFull ? words.leaveFullScreen : words.fullScreen, on: isFull, set: setFull }}
        acts={acts}
        zoom={
          zoomable && !isOther ? { reset: () => zoom("all"), open: hasExtent ? () => setZooming(true) : null } : null
        }
        choices={[...own, ...furtherChoices]}
        lines={items.filter(({ name }) => atEnds.has(name))}
        hidden={hidden}
        background={theme.background}
        onToggle={toggle}
        table={{ label: hasTable ? words.hideTable : words.showTable, on: hasTable, set: setTable }}
        onLink={copyLink}
        formats={isOther ? WITHOUT_SVG : FORMATS}
        onExport={(format) => take.current.saveAs(format)}
        onCopy={() => take.current.copy(toMarkdown(makeTable(), title), words.copied.markdown)}
      />
    );
  }, [
    title,
    anchor,
    ownToggle,
    toggled,
    onToggled,
    canArrange,
    apart,
    onArrangement,
    isFull,
    acts,
    zoomable,
    isOther,
    zoom,
    hasExtent,
    furtherChoices,
    items,
    atEnds,
    hidden,
    theme,
    toggle,
    hasTable,
    makeTable,
  ]);
  const legend = useMemo(
    () =>
      hasLegend &&
      items.length > 1 && (
        <Legend
          label={words.legend(title)}
          items={items}
          hidden={hidden}
          atEnds={atEnds}
          background={theme.background}
          onToggle={toggle}
          onPoint={lift}
        />
      ),
    [hasLegend, title, items, hidden, atEnds, theme, toggle, lift],
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
  const edit = acts.find(({ shortcut }) => shortcut === EDIT_KEY);
  const keys = {
    table: () => setTable((on) => !on),
    full: () => setFull((on) => !on),
    ...(edit ? { edit: edit.run } : {}),
    ...(ownToggle?.isLog ? { log: () => onToggled(!toggled) } : {}),
  };

  const drawn = (
    <figure
      ref={element}
      id={isFull ? undefined : anchor}
      className={classes.figure}
      data-full={isFull || undefined}
      aria-labelledby={titleId}
    >
      <div className={classes.head} data-figure-head="">
        <div className={classes.names}>
          <Title order={order} id={titleId} className={classes.title}>
            {title}
          </Title>
          {subtitle && <span className={classes.subtitle}>{subtitle}</span>}
        </div>
        <div className={classes.controls}>
          {props.control}
          {menu}
        </div>
      </div>
      {failure && <Alert color="red">{failure}</Alert>}
      <span className="visually-hidden" role="status">
        {copied}
      </span>
      <div className={classes.container}>
        {legend}
        <Reader
          title={title}
          makeTable={makeTable}
          zoom={zoomable ? zoom : null}
          keys={keys}
          onPlace={point}
          className={classes.box}
          style={heights}
        >
          {other?.draw(`${title}. ${sentence}`) ?? (
            <Chart
              build={build}
              ariaLabel={`${title}. ${sentence}`}
              section={section}
              onEvents={onEvents}
              chartRef={chart}
            >
              <ChartOverlay chart={chart} along={apart ? undefined : along} zoomable={zoomable} />
            </Chart>
          )}
        </Reader>
      </div>
      {props.tools && <div className={classes.tools}>{props.tools}</div>}
      <figcaption className={shownCaption ? classes.caption : "visually-hidden"}>{shownCaption || sentence}</figcaption>
      {provenance && (
        <p className={classes.caption} aria-live="polite">
          {provenance}
        </p>
      )}
      {table && <Readings table={table} />}
      {isZooming && extent && (
        <ZoomDialog extent={extent} range={range} onApply={zoomTo} onClose={() => setZooming(false)} />
      )}
    </figure>
  );
  if (!isFull) return drawn;
  return (
    <>
      <div className={classes.figure} aria-hidden="true">
        <div className={classes.container}>
          <div className={classes.box} style={heights} />
        </div>
      </div>
      <Modal.Root opened fullScreen onClose={() => setFull(false)}>
        <Modal.Content aria-label={title}>
          <Modal.Body p={0}>{drawn}</Modal.Body>
        </Modal.Content>
      </Modal.Root>
    </>
  );
}
