/** Beside the life of a drive: whether it may be erased, its health, its forecast, its places, photos and notes. */
import { IconAlertCircle, IconChartCandle, IconNote, IconPhoto, IconRoute, IconShieldCheck } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useApi } from "@/api/context";
import { usePermissions } from "@/api/permissions";
import { photoAddress, photosQuery } from "@/api/photos";
import type { Drive, DriveLife } from "@/api/types";
import { AnchorLink } from "@/components/link";
import { dayOf } from "@/lib/calendar";
import { driveLife as words } from "@/messages/drive-life";
import { enrolment as enrolmentWords } from "@/messages/enrolment";
import { photos as photoWords } from "@/messages/photos";
import { Card } from "@/parts/card";
import { CheckList } from "@/parts/check-list";
import { KeyValueRail } from "@/parts/key-value-rail";
import { RailBlock } from "@/parts/rail-block";
import { SkeletonBox } from "@/parts/skeleton";
import classes from "./drive.module.css";
import { driveChecks } from "./drive-checks";
import { forecastFacts, forecastNote } from "./drive-forecast";
import { PieceLabels } from "./piece-labels";

export interface DriveRailProps {
  drive: Drive;
  life: DriveLife | undefined;
  enrolment: ReactNode;
}

const icon = (Icon: typeof IconNote) => <Icon size={15} stroke={1.75} />;

export function DriveRail({ drive, life, enrolment }: DriveRailProps) {
  return (
    <>
      <Card>
        <RailBlock icon={icon(IconShieldCheck)} title={enrolmentWords.title}>
          {enrolment}
        </RailBlock>
        <HealthBlock drive={drive} life={life} />
        <RailBlock icon={icon(IconChartCandle)} title={words.forecastTitle}>
          {life ? (
            <>
              <KeyValueRail facts={forecastFacts(life.forecast)} />
              <p className={classes.note}>{forecastNote(life.forecast)}</p>
            </>
          ) : (
            <SkeletonBox height={148} />
          )}
        </RailBlock>
        <RailBlock icon={icon(IconRoute)} title={words.placesTitle}>
          {life ? <KeyValueRail facts={placesOf(life)} /> : <SkeletonBox height={44} />}
        </RailBlock>
      </Card>
      <Card>
        <PhotosBlock drive={drive} />
        <RailBlock icon={icon(IconNote)} title={words.notesTitle} aside={<NotesLink text={words.all} />}>
          <p className={classes.words} dir="auto">
            {drive.note === "" ? <span className={classes.note}>{words.noNote}</span> : drive.note}
          </p>
          {Object.keys(drive.labels).length > 0 && (
            <div className={classes.note}>
              <PieceLabels labels={drive.labels} />
            </div>
          )}
        </RailBlock>
      </Card>
    </>
  );
}

function HealthBlock({ drive, life }: Pick<DriveRailProps, "drive" | "life">) {
  const checks = life
    ? driveChecks({
        health: drive.health,
        neighbours: life.neighbours,
        usedPercent: life.forecast.used_percent ?? drive.health.used_percent,
        alertPercent: life.forecast.alert_percent,
      })
    : null;
  const open = checks?.filter(({ tone }) => tone !== "ok").length ?? 0;
  return (
    <RailBlock
      icon={icon(IconAlertCircle)}
      title={words.healthTitle}
      aside={open > 0 && <span className={classes.count}>{open}</span>}
    >
      {checks ? <CheckList checks={checks} /> : <SkeletonBox height={72} />}
    </RailBlock>
  );
}

function placesOf({ places }: DriveLife) {
  return places.map(({ server, slot, place, present, first_seen_at, last_seen_at }) => ({
    name: words.crumb(server.name, slot === null ? place : words.slot(slot)),
    value: present
      ? words.since(dayOf(Date.parse(first_seen_at)))
      : words.until(dayOf(Date.parse(first_seen_at)), dayOf(Date.parse(last_seen_at))),
  }));
}

const SHOWN = 2;

function PhotosBlock({ drive: { number } }: Pick<DriveRailProps, "drive">) {
  const api = useApi();
  const { operate } = usePermissions();
  const { data } = useQuery(photosQuery(api, "drive", number));
  const photos = data?.items ?? [];
  return (
    <RailBlock
      icon={icon(IconPhoto)}
      title={words.photosTitle}
      aside={<NotesLink text={operate ? words.add : words.all} />}
    >
      {photos.length === 0 ? (
        <p className={classes.words}>
          <span className={classes.note}>{words.noPhotos}</span>
        </p>
      ) : (
        <ul className={classes.pictures}>
          {photos.slice(0, SHOWN).map((photo) => (
            <li key={photo.id}>
              <a href={photoAddress(api, photo)}>
                <img src={photoAddress(api, photo)} alt={photo.title || photoWords.untitled} loading="lazy" />
              </a>
              <span dir="auto">{[photo.title, dayOf(Date.parse(photo.created_at))].filter(Boolean).join(", ")}</span>
            </li>
          ))}
        </ul>
      )}
    </RailBlock>
  );
}

/** Link to the tab for photos and notes. */
function NotesLink({ text }: { text: string }) {
  return (
    <AnchorLink
      to="."
      search={(before) => ({ ...before, tab: "notes" as const })}
      aria-label={`${text}: ${words.tab.notes}`}
      size="sm"
    >
      {text}
    </AnchorLink>
  );
}
