/** One block of the page in the editor: its name, its state, and below them its fields while it is open. */
import { type Icon, IconAlertCircle, IconChevronDown, IconChevronRight } from "@tabler/icons-react";
import { type KeyboardEventHandler, type ReactNode, useId } from "react";
import { shareEditor as words } from "@/messages/shares";
import classes from "./share-editor.module.css";

export interface BlockRowProps {
  name: string;
  /** Its state in a few words. */
  note?: string;
  icon: Icon;
  isOpen: boolean;
  toggle: () => void;
  hasErrors?: boolean;
  /** Buttons of the block, which are there while it is closed, too. */
  actions?: ReactNode;
  /** Number of a text or a chart. */
  block?: number;
  onKeyDown?: KeyboardEventHandler<HTMLLIElement>;
  children: ReactNode;
}

export function BlockRow(props: BlockRowProps) {
  const { name, note, icon: Drawn, isOpen, toggle, hasErrors = false, actions, block, onKeyDown, children } = props;
  const body = useId();
  const Chevron = isOpen ? IconChevronDown : IconChevronRight;
  return (
    <li className={classes.row} data-open={isOpen || undefined} data-block={block} onKeyDown={onKeyDown}>
      <div className={classes.rowHead}>
        <button
          type="button"
          className={classes.open}
          aria-expanded={isOpen}
          aria-controls={isOpen ? body : undefined}
          onClick={toggle}
          data-part="open"
        >
          <Chevron size={14} stroke={1.75} aria-hidden="true" />
          <Drawn size={16} stroke={1.75} aria-hidden="true" />
          <span className={classes.name} dir="auto">
            {name}
          </span>
          {hasErrors ? (
            <span className={`${classes.note} ${classes.error}`}>
              <IconAlertCircle size={13} stroke={2} aria-hidden="true" /> {words.hasErrors}
            </span>
          ) : (
            note && (
              <span className={classes.note} dir="auto">
                {note}
              </span>
            )
          )}
        </button>
        {actions}
      </div>
      {isOpen && (
        <div className={classes.rowBody} id={body}>
          {children}
        </div>
      )}
    </li>
  );
}
