/** Head of a block: its kind, its position, and the buttons that move it, remove it and add a text below it. */
import { ActionIcon, Button, Tooltip } from "@mantine/core";
import { IconArrowDown, IconArrowUp, IconX } from "@tabler/icons-react";
import { shareEditor as words } from "@/messages/shares";
import classes from "./shares.module.css";

/** Undefined at an end of the list. */
export interface Move {
  up?: () => void;
  down?: () => void;
}

export interface BlockHeadProps {
  title: string;
  /** Name of the block in the labels of the buttons. */
  name: string;
  moves: Move;
  remove: () => void;
  /** Undefined where no more blocks can be. */
  addText?: () => void;
}

export function BlockHead({ title, name, moves, remove, addText }: BlockHeadProps) {
  return (
    <div className={classes.blockHead}>
      <span className={classes.blockName}>{title}</span>
      <span className={classes.blockActions}>
        <Button
          variant="default"
          size="compact-xs"
          h={28}
          disabled={!addText}
          onClick={addText}
          aria-label={words.textBelow(name)}
        >
          {words.addBelow}
        </Button>
        <IconButton part="up" label={words.up(name)} act={moves.up} Icon={IconArrowUp} />
        <IconButton part="down" label={words.down(name)} act={moves.down} Icon={IconArrowDown} />
        <IconButton part="remove" label={words.removeBlock(name)} act={remove} Icon={IconX} />
      </span>
    </div>
  );
}

interface IconButtonProps {
  part: string;
  label: string;
  act: (() => void) | undefined;
  Icon: typeof IconX;
}

function IconButton({ part, label, act, Icon }: IconButtonProps) {
  return (
    <Tooltip label={label}>
      <ActionIcon variant="default" size={28} aria-label={label} disabled={!act} onClick={act} data-part={part}>
        <Icon size={16} stroke={1.75} aria-hidden="true" />
      </ActionIcon>
    </Tooltip>
  );
}
