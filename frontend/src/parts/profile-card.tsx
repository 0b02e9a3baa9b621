/** A profile to choose for a run: a drawing, its name, one line, its time and its effect on data. */
import { IconClock, IconEraser, IconEye, IconPencil } from "@tabler/icons-react";
import { useId } from "react";
import { parts as words } from "@/messages/parts";
import choice from "./choice.module.css";
import classes from "./profile-card.module.css";
import type { DrawnPhase } from "./profile-drawing";
import { ProfilePicture } from "./profile-picture";

export type Effect = keyof typeof words.effects;

const EFFECT_ICONS = { reads: IconEye, writes: IconPencil, erases: IconEraser } as const;

export interface ProfileCardProps {
  /** The group of radio buttons; cards of one group are one choice. */
  group: string;
  title: string;
  /** Two lines at most are shown. */
  line: string;
  /** As text: "4 h 40 min". */
  time: string;
  effect: Effect;
  phases: readonly DrawnPhase[];
  isChosen: boolean;
  choose: () => void;
}

export function ProfileCard({ group, title, line, time, effect, phases, isChosen, choose }: ProfileCardProps) {
  const id = useId();
  const Icon = EFFECT_ICONS[effect];
  return (
    <div className={choice.card} data-chosen={isChosen || undefined}>
      <div className={classes.body} data-chosen={isChosen || undefined}>
        <ProfilePicture phases={phases} className={classes.picture} />
        <div className={classes.text}>
          <span id={`${id}-title`} className={classes.title} dir="auto" title={title}>
            {title}
          </span>
          <span id={`${id}-line`} className={classes.line} dir="auto" title={line}>
            {line}
          </span>
          <span id={`${id}-facts`} className={classes.facts}>
            <span>
              <IconClock size={12} stroke={2} aria-hidden="true" />
              {time}
            </span>
            <span>
              <Icon size={12} stroke={2} aria-hidden="true" />
              {words.effects[effect]}
            </span>
          </span>
        </div>
      </div>
      <input
        type="radio"
        name={group}
        className={choice.input}
        checked={isChosen}
        onChange={choose}
        aria-labelledby={`${id}-title`}
        aria-describedby={`${id}-line ${id}-facts`}
      />
    </div>
  );
}
