/** A drive to choose for a run: where it is, what it is, how worn, and if it may be erased. */
import { IconCheck, IconClock, IconEye, IconLock, IconShieldCheck } from "@tabler/icons-react";
import { useId } from "react";
import { shortPercent } from "@/lib/short-values";
import { parts as words } from "@/messages/parts";
import choice from "./choice.module.css";
import classes from "./drive-card.module.css";
import { enduranceBar, type Safety, safetyLook } from "./drive-safety";

const ICONS = { shield: IconShieldCheck, eye: IconEye, clock: IconClock, lock: IconLock } as const;

export interface DriveCardProps {
  /** As text: "Slot 4", or its path where it has no slot. */
  place: string;
  /** As text: "38 °C". */
  temperature: string;
  model: string;
  /** As text: "3.84 TB". */
  size: string;
  /** The last four characters of the serial; null where the drive reports none. */
  ending: string | null;
  /** Percentage of the rated endurance; null is unknown. */
  usedPercent: number | null;
  safety: Safety;
  /** The safety in words: "Mounted at /". */
  safetyText: string;
  isChosen: boolean;
  choose: (isChosen: boolean) => void;
}

export function DriveCard(props: DriveCardProps) {
  const { place, temperature, model, size, ending, usedPercent, safety, safetyText, isChosen, choose } = props;
  const [name, facts] = [useId(), useId()];
  const { tone, icon, isLocked } = safetyLook(safety);
  const Icon = ICONS[icon];
  return (
    <div className={choice.card} data-chosen={isChosen || undefined} data-locked={isLocked || undefined}>
      <div className={classes.body} data-chosen={isChosen || undefined}>
        <span className={classes.top}>
          <span className={choice.box} aria-hidden="true">
            {isChosen && <IconCheck size={11} stroke={3.2} />}
          </span>
          <span id={`${name}-place`} className={classes.place} title={place}>
            {place}
          </span>
          <span>{temperature}</span>
        </span>
        <span id={`${name}-model`} className={classes.model} dir="auto" title={model}>
          {model}
        </span>
        <span id={`${facts}-size`} className={classes.facts}>
          {size}
          {ending !== null && (
            <>
              {" · "}
              <code>{words.drive.ending(ending)}</code>
            </>
          )}
        </span>
        <Endurance usedPercent={usedPercent} id={`${facts}-used`} />
        <span id={`${facts}-safety`} className={classes.safety} data-tone={tone}>
          <Icon size={14} stroke={2} aria-hidden="true" />
          <span dir="auto">{safetyText}</span>
        </span>
      </div>
      <input
        type="checkbox"
        className={choice.input}
        checked={isChosen}
        disabled={isLocked}
        onChange={({ currentTarget }) => choose(currentTarget.checked)}
        aria-labelledby={`${name}-place ${name}-model`}
        aria-describedby={`${facts}-size ${facts}-used ${facts}-safety`}
      />
    </div>
  );
}

function Endurance({ usedPercent, id }: { usedPercent: number | null; id: string }) {
  const text = usedPercent === null ? words.drive.usedUnknown : words.drive.used(shortPercent(usedPercent));
  const bar = usedPercent === null ? null : enduranceBar(usedPercent);
  return (
    <span
      id={id}
      className={classes.endurance}
      data-unknown={bar === null || undefined}
      role="img"
      aria-label={text}
      title={text}
    >
      {bar && <span data-high={bar.isHigh || undefined} style={{ width: `${bar.length}%` }} />}
    </span>
  );
}
