/** Buttons of a text or a chart: they move it in the page and take it off. */
import { ActionIcon, Tooltip } from "@mantine/core";
import { IconArrowDown, IconArrowUp, IconX } from "@tabler/icons-react";
import { shareEditor as words } from "@/messages/shares";
import classes from "./share-editor.module.css";

/** Undefined at an end of the list. */
export interface Move {
  up?: () => void;
  down?: () => void;
}

export interface BlockActionsProps {
  /** Name of the block in the labels of the buttons. */
  name: string;
  moves: Move;
  remove: () => void;
}

export function BlockActions({ name, moves, remove }: BlockActionsProps) {
  return (
    <>
      <IconButton part="up" label={words.up(name)} act={moves.up} Icon={IconArrowUp} />
      <IconButton part="down" label={words.down(name)} act={moves.down} Icon={IconArrowDown} />
      <IconButton part="remove" label={words.removeBlock(name)} act={remove} Icon={IconX} />
    </>
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
      <ActionIcon
        variant="subtle"
        size={28}
        className={classes.act}
        aria-label={label}
        disabled={!act}
        onClick={act}
        data-part={part}
      >
        <Icon size={16} stroke={1.75} aria-hidden="true" />
      </ActionIcon>
    </Tooltip>
  );
}
