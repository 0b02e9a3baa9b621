/** The slot that is chosen in the topology: its drive, how worn and warm it is, and whether it may be erased. */
import { IconAlertTriangle, IconLock, IconShieldCheck } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useApi } from "@/api/context";
import { driveHealthQuery } from "@/api/drive-life";
import { driveQuery } from "@/api/hardware";
import type { TreeDrive } from "@/api/types";
import { ButtonLink } from "@/components/link";
import { shortPercent, shortTemperature } from "@/lib/short-values";
import { tree as treeWords } from "@/messages/hardware";
import { parts } from "@/messages/parts";
import { serverPage } from "@/messages/server-page";
import type { BackplaneSlot } from "@/parts/backplane-layout";
import { excessHeat, lookScale } from "@/parts/backplane-look";
import { Badge } from "@/parts/badge";
import { Card } from "@/parts/card";
import { Curve } from "@/parts/curve";
import { enrolmentText } from "./enrolment-text";
import classes from "./server-page.module.css";
import type { Topology } from "./topology-tree";

const words = serverPage.slot;
/** The scale of the temperature bar, in degrees Celsius. */
const WARM = 80;

export function ChosenSlot({ slot, topology }: { slot: BackplaneSlot | null; topology: Topology | null }) {
  const drive = slot && topology ? topology.drives.get(slot.id) : undefined;
  return (
    <section className={classes.slotCard} aria-label={words.title} aria-live="polite">
      <Card>
        <div className={classes.slotBody}>
          {slot === null && <p className={classes.quiet}>{words.none}</p>}
          {slot && (
            <div className={classes.slotHead}>
              <Badge
                tone={slot.drive?.condition === "failed" ? "err" : isWarned(slot) ? "warn" : "idle"}
                glyph={isWarned(slot) || slot.drive?.condition === "failed" ? "warning" : null}
              >
                {slot.number === null ? (slot.drive ? words.unknown : treeWords.noSlot) : treeWords.slot(slot.number)}
              </Badge>
              {drive && (
                <ButtonLink to="/drives/$ref" params={{ ref: drive.number }} variant="default" size="xs">
                  {words.open}
                </ButtonLink>
              )}
            </div>
          )}
          {slot?.drive === null && <p className={classes.quiet}>{words.empty}</p>}
          {slot?.drive && drive && topology && <DriveFacts slot={slot} drive={drive} topology={topology} />}
        </div>
      </Card>
    </section>
  );
}

const isWarned = ({ drive }: BackplaneSlot): boolean => drive?.condition === "warning";

function DriveFacts({ slot, drive, topology }: { slot: BackplaneSlot; drive: TreeDrive; topology: Topology }) {
  const heat = slot.drive && excessHeat(slot.drive, lookScale(topology));
  const boxes = slot.attached.flatMap((id) => topology.boxes.find((box) => box.id === id)?.title ?? []);
  return (
    <>
      <div className={classes.slotModel} dir="auto">
        {drive.model ?? drive.name}
      </div>
      <div className={classes.slotSerial} dir="auto">
        {[drive.serial, drive.firmware && serverPage.firmware(drive.firmware)].filter(Boolean).join(" · ")}
      </div>
      <Gauge
        label={words.endurance}
        value={shortPercent(drive.used_percent)}
        share={(drive.used_percent ?? 0) / 100}
        isWarned={drive.condition === "warning" && (drive.used_percent ?? 0) > 80}
      />
      <Gauge
        label={words.temperature}
        value={shortTemperature(drive.temperature_c)}
        share={(drive.temperature_c ?? 0) / WARM}
        isWarned={heat !== null}
      />
      <Readings reference={drive.number} isWarned={heat !== null} />
      {heat !== null && (
        <p className={classes.slotWarning}>
          <IconAlertTriangle size={14} stroke={2} aria-hidden="true" />
          {words.hot(heat)}
        </p>
      )}
      <p className={classes.quiet}>
        {[
          parts.backplane.conditions[drive.condition],
          boxes.length > 0 ? words.attached(boxes.join(", ")) : null,
          drive.arrays.length > 0 ? words.arrays(drive.arrays.map(({ name }) => name).join(", ")) : null,
        ]
          .filter(Boolean)
          .join(" · ")}
      </p>
      <Safety reference={drive.number} />
    </>
  );
}

interface GaugeProps {
  label: string;
  value: string;
  share: number;
  isWarned: boolean;
}

function Gauge({ label, value, share, isWarned }: GaugeProps) {
  return (
    <div className={classes.gauge}>
      <span>{label}</span>
      <b>{value}</b>
      <span className={classes.track} aria-hidden="true">
        <span
          data-warned={isWarned || undefined}
          style={{ width: `${Math.min(100, Math.max(0, Math.round(share * 100)))}%` }}
        />
      </span>
    </div>
  );
}

/** Show the newest temperature readings; their space is reserved while they load. */
function Readings({ reference, isWarned }: { reference: string; isWarned: boolean }) {
  const { data } = useQuery(driveHealthQuery(useApi(), reference));
  const values = (data?.items ?? []).map(({ values: { temperature_c } }) => temperature_c).toReversed();
  return (
    <div className={classes.readings} title={words.readings(values.length)}>
      {values.length > 1 && <Curve values={values} height={30} tone={isWarned ? "warn" : "accent"} />}
    </div>
  );
}

function Safety({ reference }: { reference: string }) {
  const { data: drive } = useQuery(driveQuery(useApi(), reference));
  if (!drive) return <p className={classes.safety} />;
  const mayErase = drive.enrolment?.state === "active" && !drive.protected;
  const Icon = mayErase ? IconShieldCheck : IconLock;
  return (
    <p className={classes.safety} data-erasable={mayErase || undefined}>
      <Icon size={14} stroke={2} aria-hidden="true" />
      {enrolmentText(drive)}
    </p>
  );
}
