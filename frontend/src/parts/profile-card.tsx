/** A profile as a card: a drawing, its name, one line, its time and its effect on data. */
import { IconClock, IconEraser, IconEye, IconPencil } from "@tabler/icons-react";
import { createLink } from "@tanstack/react-router";
import { type ReactNode, useId } from "react";
import { parts as words } from "@/messages/parts";
import { CardAnchor, type LinkedProps } from "./card";
import choice from "./choice.module.css";
import classes from "./profile-card.module.css";
import type { DrawnPhase } from "./profile-drawing";
import { ProfilePicture } from "./profile-picture";

export type Effect = keyof typeof words.effects;

const EFFECT_ICONS = { reads: IconEye, writes: IconPencil, erases: IconEraser } as const;

export interface ProfileFacts {
  title: string;
  /** Two lines at most are shown. */
  line: string;
  /** As text: "4 h 40 min". */
  time: string;
  effect: Effect;
  phases: readonly DrawnPhase[];
}

export interface ProfileCardProps extends ProfileFacts {
  /** The group of radio buttons; cards of one group are one choice. */
  group: string;
  isChosen: boolean;
  choose: () => void;
}

export function ProfileCard({ group, isChosen, choose, ...facts }: ProfileCardProps) {
  const id = useId();
  return (
    <div className={choice.card} data-chosen={isChosen || undefined}>
      <Body id={id} isChosen={isChosen} {...facts} />
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

type ProfileAnchorProps = LinkedProps<ProfileFacts & { badge?: ReactNode }>;

function ProfileAnchor({ title, line, time, effect, phases, badge, ...anchor }: ProfileAnchorProps) {
  const id = useId();
  return (
    <CardAnchor {...anchor}>
      <Body id={id} {...{ title, line, time, effect, phases, badge }} />
    </CardAnchor>
  );
}

/** The same as a link to the page of the profile. */
export const ProfileCardLink = createLink(ProfileAnchor);

interface BodyProps extends ProfileFacts {
  id: string;
  isChosen?: boolean;
  badge?: ReactNode;
}

function Body({ id, title, line, time, effect, phases, isChosen = false, badge }: BodyProps) {
  const Icon = EFFECT_ICONS[effect];
  return (
    <span className={classes.body} data-chosen={isChosen || undefined}>
      <ProfilePicture phases={phases} className={classes.picture} />
      <span className={classes.text}>
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
          {badge}
        </span>
      </span>
    </span>
  );
}
