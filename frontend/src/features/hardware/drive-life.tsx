/** The life of a drive: its numbers, its charts over the period, its runs, and the rail beside them. */
import { useQuery } from "@tanstack/react-query";
import { lazy, type ReactNode, Suspense, useMemo } from "react";
import { useApi } from "@/api/context";
import { driveLifeQuery, type LifeSpan } from "@/api/drive-life";
import type { Drive, DriveLife as Life } from "@/api/types";
import { DRAWN, figureHeight } from "@/charts/heights";
import { DetailColumns } from "@/components/detail-page";
import { AnchorLink } from "@/components/link";
import { ErrorNotice } from "@/components/notice";
import { driveLife as words } from "@/messages/drive-life";
import { Card } from "@/parts/card";
import { NumberTile, NumberTiles } from "@/parts/number-tile";
import { SkeletonBox, Waiting } from "@/parts/skeleton";
import classes from "./drive.module.css";
import { DriveRail } from "./drive-rail";
import { DriveRuns } from "./drive-runs";
import { driveTiles } from "./drive-tiles";

const DriveFigures = lazy(() => import("./drive-figures").then((module) => ({ default: module.DriveFigures })));

const LATEST_RUNS = 5;
const HEIGHTS = [
  figureHeight(DRAWN.driveWear.wide, { legend: 1 }),
  figureHeight(DRAWN.driveTemperature.wide, { legend: 1 }),
  figureHeight(DRAWN.driveWrites.wide, { legend: 1 }),
];

export interface DriveLifeProps {
  drive: Drive;
  span: LifeSpan;
  /** The name of the drive on its line. */
  name: string;
  enrolment: ReactNode;
  /** True if the server was last reached some time ago. */
  isOld: boolean;
}

export function DriveLife({ drive, span, name, enrolment, isOld }: DriveLifeProps) {
  const { data: life, error, refetch } = useQuery(driveLifeQuery(useApi(), drive.number, span));
  return (
    <DetailColumns rail={<DriveRail drive={drive} life={life} enrolment={enrolment} />}>
      <h2 className="visually-hidden">{words.tab.life}</h2>
      <NumberTiles>
        {driveTiles(drive, life).map(({ key, value, note, tone }) => (
          <NumberTile
            key={key}
            label={words.tiles[key]}
            value={value}
            note={note && <span className={tone ? classes[tone] : undefined}>{note}</span>}
          />
        ))}
      </NumberTiles>
      <div className={isOld ? `${classes.charts} ${classes.old}` : classes.charts}>
        {error && !life && <ErrorNotice title={words.couldNotLoad} error={error} retry={() => void refetch()} />}
        {!(error && !life) && <Charts drive={drive} name={name} life={life} />}
      </div>
      <Card
        title={words.runs}
        note={words.runsNote}
        aside={
          <AnchorLink to="." search={(before) => ({ ...before, tab: "runs" as const })} size="sm">
            {words.allRuns}
          </AnchorLink>
        }
      >
        <div className={classes.inCard}>
          <DriveRuns drive={drive.number} limit={LATEST_RUNS} isWhole={false} />
        </div>
      </Card>
    </DetailColumns>
  );
}

/** The axis ends at the moment when the life was read, so that nothing moves on its own. */
function Charts({ drive, name, life }: { drive: Drive; name: string; life: Life | undefined }) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new reading of the life is a new moment.
  const now = useMemo(() => Date.now(), [life]);
  const waiting = (
    <Waiting>
      <div className={classes.charts}>
        {HEIGHTS.map((height) => (
          <SkeletonBox key={height} height={height} radius={11} />
        ))}
      </div>
    </Waiting>
  );
  if (!life) return waiting;
  return (
    <Suspense fallback={waiting}>
      <DriveFigures number={drive.number} name={name} life={life} now={now} />
    </Suspense>
  );
}
