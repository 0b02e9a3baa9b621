/** Table cells of the configuration list. */
import type { ConfigurationRow } from "@/api/configuration-list";
import { AnchorLink } from "@/components/link";
import { shortAge, shortMoment } from "@/lib/short-times";
import { NO_VALUE, shortValue } from "@/lib/short-values";
import { formatDateTime } from "@/lib/units";
import { configurationList as words } from "@/messages/configuration-list";
import { Badge } from "@/parts/badge";
import { Curve } from "@/parts/curve";
import classes from "./configuration-list.module.css";
import { detailOf, hasDropped, titleOf } from "./rows";

export function NameCell({ row }: { row: ConfigurationRow }) {
  return (
    <div className={classes.name} title={row.name}>
      <span className={classes.title}>
        <AnchorLink to="/configurations/$ref" params={{ ref: row.number }} dir="auto">
          {titleOf(row)}
        </AnchorLink>{" "}
        <span className={classes.number}>{row.number}</span>
      </span>
      <span className={classes.detail} dir="auto">
        {detailOf(row)}
      </span>
    </div>
  );
}

export function FirmwareCell({ row, isUnusual }: { row: ConfigurationRow; isUnusual: boolean }) {
  if (row.firmware === null) return <span className={classes.dim}>{NO_VALUE}</span>;
  const of = row.firmware_of === "drives" ? words.driveFirmware : words.controllerFirmware;
  if (!isUnusual) return <span title={of}>{row.firmware}</span>;
  return (
    <span className={classes.chip} title={words.otherFirmware}>
      {row.firmware}
    </span>
  );
}

export function PlaceCell({ row, now }: { row: ConfigurationRow; now: Date }) {
  const { server, is_in_place, is_measuring, last_run_at } = row;
  if (server && (is_measuring || is_in_place)) {
    return (
      <span title={is_measuring ? words.measuring(server.name) : words.isInPlace(server.name)}>
        <Badge tone={is_measuring ? "run" : "ok"} glyph={is_measuring ? "dot" : "ready"}>
          {server.name}
        </Badge>
      </span>
    );
  }
  if (last_run_at === null) return <span className={classes.dim}>{NO_VALUE}</span>;
  return (
    <time className={classes.dim} dateTime={last_run_at} title={server ? words.lastOn(server.name) : undefined}>
      {shortMoment(new Date(last_run_at), now)}
    </time>
  );
}

export function LastCell({ row: { is_measuring, last_run_at }, now }: { row: ConfigurationRow; now: Date }) {
  if (last_run_at === null) return NO_VALUE;
  return (
    <time className={classes.dim} dateTime={last_run_at} title={formatDateTime(last_run_at)}>
      {is_measuring ? words.now : shortAge(new Date(last_run_at), now)}
    </time>
  );
}

const iops = (value: number) => shortValue("iops", value).number;

export function MedianCell({ row: { result } }: { row: ConfigurationRow }) {
  return result ? (
    <strong className={classes.median} title={Math.round(result.median).toLocaleString("en")}>
      {iops(result.median)}
    </strong>
  ) : (
    <span className={classes.dim}>{NO_VALUE}</span>
  );
}

/** From the lowest to the highest run, with the median, on a scale that all rows share. */
export function RangeCell({ row: { result }, scale }: { row: ConfigurationRow; scale: (value: number) => number }) {
  if (!result) return null;
  const [low, median, high] = [result.low, result.median, result.high].map((value) => `${scale(value) * 100}%`);
  return (
    <div
      className={classes.range}
      role="img"
      aria-label={words.range(iops(result.low), iops(result.median), iops(result.high))}
    >
      <span className={classes.span} style={{ insetInlineStart: low, width: `calc(${high} - ${low})` }} />
      <span className={classes.mark} style={{ insetInlineStart: median }} />
    </div>
  );
}

export function CurveCell({ row: { result } }: { row: ConfigurationRow }) {
  if (!result || result.values.length < 2) return null;
  return (
    <div className={classes.curve}>
      <Curve values={result.values} height={24} tone={hasDropped(result.values) ? "err" : "accent"} />
    </div>
  );
}

export function UnknownCell({ row: { unknown_count } }: { row: ConfigurationRow }) {
  return <span className={unknown_count > 0 ? classes.unknown : classes.dim}>{unknown_count}</span>;
}
