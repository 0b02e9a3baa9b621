/** Columns of the list of permalinks; the rows of audiences fill some of them. */
import { IconCornerDownRight } from "@tabler/icons-react";
import type { LabColumn } from "@/components/lab-table/columns";
import { AnchorLink } from "@/components/link";
import { shortMoment } from "@/lib/short-times";
import { formatCount, formatDateTime } from "@/lib/units";
import { shares as words } from "@/messages/shares";
import { Curve } from "@/parts/curve";
import { AddressOf, ShareAddressText } from "./address-copy";
import { addressNotes, ShareBadge } from "./share-labels";
import classes from "./share-list.module.css";
import { SharePicture } from "./share-picture";
import { layoutOf, recentViews, type ShareRow } from "./share-rows";
import { labOf } from "./status";

const { columns: titles } = words;
const CURVE_HEIGHT = 22;
/** Runs that a row names. */
const NAMED_RUNS = 2;

export const SHARE_COLUMNS: readonly LabColumn<ShareRow>[] = [
  {
    key: "title",
    title: titles.title,
    width: 320,
    minWidth: 220,
    grows: true,
    cell: (row) => (row.address ? <Audience row={row} /> : <Titled row={row} hasPicture />),
    card: (row) => <Titled row={row} />,
    sortFields: ["title"],
  },
  {
    key: "state",
    title: titles.state,
    width: 136,
    cell: ({ share, address }) => address === null && <ShareBadge share={share} />,
    onCard: "side",
  },
  {
    key: "address",
    title: titles.address,
    width: 128,
    cell: ({ share, address }) =>
      address ? <AddressOf address={address} isShort /> : <ShareAddressText share={share} isShort />,
    onCard: "note",
  },
  {
    key: "views",
    title: titles.views,
    width: 108,
    numeric: true,
    sortFields: ["views"],
    cell: ({ share, address }) => <Views of={address ?? share} isDraft={share.state === "draft"} />,
    onCard: "figure",
    card: ({ share }) => share.state !== "draft" && words.viewed(recentViews(share.daily_views)),
  },
  {
    key: "curve",
    title: titles.curve,
    width: 74,
    cell: ({ share, address }) =>
      address ? (
        <span className={classes.notes}>{addressNotes(address)}</span>
      ) : (
        share.state !== "draft" && <Days days={share.daily_views} />
      ),
  },
  {
    key: "version",
    title: titles.version,
    width: 82,
    numeric: true,
    sortFields: ["version"],
    cell: ({ share: { state, version, newest_version }, address }) =>
      address === null && <span className={classes.quiet}>{words.versionShort(state, version, newest_version)}</span>,
  },
  {
    key: "frozen",
    title: titles.created,
    width: 84,
    numeric: true,
    sortFields: ["frozen"],
    cell: ({ share: { created_at }, address }) =>
      address === null && (
        <time className={classes.quiet} dateTime={created_at} title={formatDateTime(created_at)}>
          {shortMoment(new Date(created_at), new Date())}
        </time>
      ),
  },
];

function Titled({ row: { share }, hasPicture = false }: { row: ShareRow; hasPicture?: boolean }) {
  const { number, title, received } = share;
  return (
    <div className={classes.titled}>
      {hasPicture && (
        <span className={classes.picture}>
          <SharePicture share={share} size="row" />
        </span>
      )}
      <span className={classes.name}>
        <AnchorLink to="/shares/$ref" params={{ ref: number }} className={classes.title} title={title}>
          <bdi>{title}</bdi>
        </AnchorLink>
        <span className={classes.facts}>
          {factsOf(share)}
          {received && ` · ${words.receivedShort(labOf(received))}`}
        </span>
      </span>
    </div>
  );
}

function factsOf(share: ShareRow["share"]): string {
  const { runs } = share;
  const named = runs.slice(0, NAMED_RUNS).join(", ");
  return [layoutOf(share), words.runCount(runs.length), named].filter(Boolean).join(" · ");
}

function Audience({ row: { address } }: { row: ShareRow }) {
  if (!address) return null;
  return (
    <span className={classes.audience} title={address.audience}>
      <IconCornerDownRight size={13} stroke={1.75} aria-hidden="true" />
      <bdi>{address.audience}</bdi>
    </span>
  );
}

function Views({ of, isDraft }: { of: { views: number; daily_views: number[] }; isDraft: boolean }) {
  if (isDraft) return <span className={classes.quiet}>–</span>;
  return <span title={words.viewed(of.views)}>{formatCount(recentViews(of.daily_views))}</span>;
}

function Days({ days }: { days: readonly number[] }) {
  return (
    <div className={classes.curve} role="img" aria-label={words.curve}>
      <Curve values={days} height={CURVE_HEIGHT} fromZero />
    </div>
  );
}
