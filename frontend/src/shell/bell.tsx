/** The bell in the top bar: a dot while something is unread, and the panel with all notices. */
import { ActionIcon, Popover } from "@mantine/core";
import { IconBell } from "@tabler/icons-react";
import { lazy, Suspense, useState } from "react";
import { shell as words } from "@/messages/shell";
import { useNotices } from "./notices";
import classes from "./top-bar.module.css";

const BellPanel = lazy(() => import("./bell-panel").then((module) => ({ default: module.BellPanel })));

export function Bell() {
  const [isOpen, setOpen] = useState(false);
  const notices = useNotices();
  const label = words.bell(notices.unread);
  return (
    <Popover
      opened={isOpen}
      onChange={setOpen}
      position="bottom-end"
      width={380}
      zIndex="var(--sl-z-menu)"
      trapFocus
      // Its button is in the fixed bar and never scrolls away.
      hideDetached={false}
      returnFocus
      classNames={{ dropdown: classes.panel }}
    >
      <Popover.Target>
        <ActionIcon
          variant="subtle"
          size={30}
          className={classes.bell}
          aria-label={label}
          onClick={() => setOpen((open) => !open)}
        >
          <IconBell size={17} stroke={1.75} />
          {notices.unread > 0 && <span className={classes.unread} />}
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown>
        <Suspense fallback={<div className={classes.panelRoom} />}>
          <BellPanel notices={notices} close={() => setOpen(false)} />
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  );
}
