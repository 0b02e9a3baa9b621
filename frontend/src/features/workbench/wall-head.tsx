/** Head of a page of a wall: the entries that are worse than usual. */
import { IconAlertTriangle } from "@tabler/icons-react";
import { createContext, useContext } from "react";
import { createPortal } from "react-dom";
import { shortMoment } from "@/lib/short-times";
import { shortChange } from "@/lib/short-values";
import { dashboards } from "@/messages/dashboards";
import type { Tile } from "./dashboard-figures";
import classes from "./wall.module.css";

const words = dashboards.tiles;
/** More of them are counted. */
const MAX_SHOWN = 2;

/** Place in the head; null if there is none. */
export const WallHead = createContext<HTMLElement | null>(null);

export function WorseEntries({ tiles }: { tiles: readonly Tile[] }) {
  const place = useContext(WallHead);
  const worse = tiles.filter(({ figure }) => figure.comparison === "worse");
  if (!place || worse.length === 0) return null;
  const others = worse.length - MAX_SHOWN;
  return createPortal(
    <>
      {worse.slice(0, MAX_SHOWN).map((tile) => (
        <WorseEntry key={tile.entry.key} {...tile} />
      ))}
      {others > 0 && <span className={classes.worse}>{words.moreWorse(others)}</span>}
    </>,
    place,
  );
}

function WorseEntry({ entry, figure: { change_percent: percent, since } }: Tile) {
  return (
    <span className={classes.worse}>
      <IconAlertTriangle size={13} stroke={2.25} aria-hidden="true" />
      <bdi>{entry.name}</bdi>
      {percent !== null && <span>{shortChange(percent)}</span>}
      {since && <span>{words.worseSince(shortMoment(new Date(since.started_at), new Date()))}</span>}
    </span>
  );
}
