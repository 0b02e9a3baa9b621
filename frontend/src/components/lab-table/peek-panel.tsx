/** A row beside its table: a panel where there is room, else a drawer. The focus stays in the table. */
import { ActionIcon, Drawer } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { IconChevronDown, IconChevronUp, IconX } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { labTable as words } from "@/messages/lab-table";
import classes from "./peek-panel.module.css";

const AT_ONCE = { getInitialValueInEffect: false };
const WIDTH = 360;

export interface PeekPanelProps {
  /** Name of the row, as in `d-12`. */
  name: string;
  previous: (() => void) | undefined;
  next: (() => void) | undefined;
  close: () => void;
  children: ReactNode;
}

export function PeekPanel({ name, previous, next, close, children }: PeekPanelProps) {
  const hasRoom = useMediaQuery("(min-width: 1100px)", undefined, AT_ONCE);
  const content = (
    <>
      <div className={classes.bar}>
        <span className={classes.name}>{name}</span>
        <Step label={words.previous} go={previous} Icon={IconChevronUp} />
        <Step label={words.next} go={next} Icon={IconChevronDown} />
        <Step label={words.close} go={close} Icon={IconX} />
      </div>
      <div className={classes.body}>{children}</div>
    </>
  );
  if (hasRoom) {
    return (
      <aside className={classes.peek} aria-label={words.preview(name)}>
        {content}
      </aside>
    );
  }
  return (
    <Drawer.Root opened onClose={close} position="right" size={WIDTH} zIndex="var(--sl-z-dialog)">
      <Drawer.Overlay />
      <Drawer.Content aria-label={words.preview(name)}>
        <Drawer.Body p={0}>{content}</Drawer.Body>
      </Drawer.Content>
    </Drawer.Root>
  );
}

function Step({ label, go, Icon }: { label: string; go: (() => void) | undefined; Icon: typeof IconX }) {
  return (
    <ActionIcon variant="subtle" size={26} aria-label={label} disabled={!go} onClick={go}>
      <Icon size={16} stroke={1.75} />
    </ActionIcon>
  );
}
