/** The head of the page as its readers will see it, while the form changes. */
import { useComputedColorScheme } from "@mantine/core";
import { IconLayoutGrid } from "@tabler/icons-react";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useApi } from "@/api/context";
import { type AvailableShareOptions, chartPictureQuery, type ShareSubject } from "@/api/shares";
import { ButtonLink } from "@/components/link";
import type { ShareRequest } from "@/components/share-request";
import { formatRelative } from "@/lib/units";
import { shareDialog as words } from "@/messages/shares";
import { VerdictBadge } from "@/parts/badge";
import { chartsOf, firstFinding, formatFigure, type QuickForm } from "./quick";
import classes from "./share-dialog.module.css";
import { workOn, writeTyped } from "./stored-form";
import type { NewShareSearch } from "./subject";

const WIDTH = 460;
const HEIGHT = 280;
const MAX_TILES = 3;

export interface HeadPreviewProps {
  request: ShareRequest;
  subject: ShareSubject;
  offer: AvailableShareOptions;
  form: QuickForm;
  /** Address of the editor of the whole page. */
  edit: NewShareSearch;
  close: () => void;
}

export function HeadPreview({ request, subject, offer, form, edit, close }: HeadPreviewProps) {
  const charts = chartsOf(form, offer);
  const drawn = pictureOf(offer.charts.filter(({ key }) => charts.includes(key)));
  return (
    <div className={classes.right}>
      <div className={classes.labels}>
        <span>{words.readersSee}</span>
        <span className={classes.live}>{words.live}</span>
      </div>
      <article className={classes.card} aria-label={words.readersSee}>
        {request.verdict && <VerdictBadge verdict={request.verdict} />}
        <h4 className={classes.headline} dir="auto">
          {request.title}
        </h4>
        {form.finding.trim() && (
          <p className={classes.lead} dir="auto">
            {form.finding}
          </p>
        )}
        <Tiles offer={offer} />
        {drawn && <Picture subject={subject} chart={drawn} />}
      </article>
      <p className={classes.hint}>{words.amount(charts.length, offer.headline.length, offer.caveats.length)}</p>
      <ButtonLink
        variant="default"
        size="xs"
        to="/shares/new"
        search={edit}
        onClick={() => {
          const finding = form.finding.trim();
          writeTyped(workOn(subject), finding && finding !== firstFinding(offer) ? { finding } : null);
          close();
        }}
        leftSection={<IconLayoutGrid size={14} stroke={1.75} aria-hidden="true" />}
        className={classes.edit}
      >
        {words.edit}
      </ButtonLink>
    </div>
  );
}

/** Kinds of several panels, which are too small to be read here, and the table without a picture. */
const STACKED: ReadonlySet<string> = new Set(["preconditioning", "telemetry", "multiples"]);
const TABLE = "values";

/** Return the key of the first chart that can be read in this size; else of the first one with a picture. */
function pictureOf(charts: AvailableShareOptions["charts"]): string | undefined {
  const drawn = charts.filter(({ kind }) => kind !== TABLE);
  return (drawn.find(({ kind }) => !STACKED.has(kind)) ?? drawn[0])?.key;
}

function Tiles({ offer: { headline } }: { offer: AvailableShareOptions }) {
  const compared = headline.filter(({ baseline }) => !baseline);
  const shown = (compared.length > 0 ? compared : headline).slice(0, MAX_TILES);
  if (shown.length === 0) return null;
  return (
    <dl className={classes.tiles}>
      {shown.map(({ label, value, unit, better, relative_percent: change }) => (
        <div key={label}>
          <dd data-tone={toneOf(change, better)}>
            {change === null ? formatFigure(value, unit) : formatRelative(1 + change / 100)}
          </dd>
          <dt dir="auto">{label}</dt>
        </div>
      ))}
    </dl>
  );
}

/** Return `ok` for a change to the better, `err` for one to the worse. */
function toneOf(change: number | null, better: string | null): "ok" | "err" | undefined {
  if (!change || !better) return undefined;
  return change > 0 === (better === "higher") ? "ok" : "err";
}

function Picture({ subject, chart }: { subject: ShareSubject; chart: string }) {
  const api = useApi();
  const theme = useComputedColorScheme("light");
  const picture = useQuery({
    ...chartPictureQuery(api, { ...subject, chart, theme, width: WIDTH, height: HEIGHT }),
    placeholderData: keepPreviousData,
  });
  if (picture.error) return null;
  const source = picture.data && `data:image/svg+xml,${encodeURIComponent(picture.data)}`;
  return (
    <div className={classes.picture}>
      {source && <img src={source} width={WIDTH} height={HEIGHT} alt={words.picture} />}
    </div>
  );
}
