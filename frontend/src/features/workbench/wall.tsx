/** A dashboard on a wall: its panels on the whole screen, dark, without anything that wants a hand. */
import { Modal } from "@mantine/core";
import { useIdle } from "@mantine/hooks";
import { type ReactNode, useEffect, useRef } from "react";
import { forceScheme } from "@/lib/forced-scheme";
import { shortAge } from "@/lib/short-times";
import { formatDateTime } from "@/lib/units";
import { useNow } from "@/lib/use-now";
import { messages } from "@/messages";
import { dashboards as words } from "@/messages/dashboards";
import classes from "./workbench.module.css";

const CLOCK_MS = 5_000;
const STILL_MS = 3_000;

/** Has the browser use the whole screen, which it does only for a key or a click. */
export const fillScreen = () => void document.documentElement.requestFullscreen?.().catch(() => undefined);

export interface WallProps {
  name: string;
  /** When its runs were read last. */
  readAt: number;
  /** Whether they could not be read since. */
  isLost: boolean;
  leave: () => void;
  children: ReactNode;
}

export function Wall({ name, readAt, isLost, leave, children }: WallProps) {
  const isStill = useIdle(STILL_MS, { initialState: false });
  useEffect(() => forceScheme("dark"), []);
  const latest = useRef(leave);
  useEffect(() => {
    latest.current = leave;
  });
  useEffect(() => {
    // The browser takes Esc for itself while it fills the screen.
    const left = () => document.fullscreenElement || latest.current();
    document.addEventListener("fullscreenchange", left);
    return () => {
      document.removeEventListener("fullscreenchange", left);
      if (document.fullscreenElement) void document.exitFullscreen();
    };
  }, []);
  return (
    <Modal.Root opened fullScreen onClose={leave} transitionProps={{ duration: 0 }}>
      <Modal.Content aria-label={name}>
        <Modal.Body p={0} className={classes.wall} data-still={isStill || undefined} data-lost={isLost || undefined}>
          <div className={classes.wallHead} tabIndex={-1} data-autofocus>
            <strong dir="auto">{name}</strong>
            <span className={classes.space} />
            <ReadAt at={readAt} isLost={isLost} />
          </div>
          {children}
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}

function ReadAt({ at, isLost }: { at: number; isLost: boolean }) {
  const now = useNow(CLOCK_MS);
  const read = new Date(at);
  return (
    <span role={isLost ? "status" : undefined} className={classes.readAt}>
      {isLost ? words.lostSince(formatDateTime(read.toISOString())) : words.updated(messages.ago(shortAge(read, now)))}
    </span>
  );
}
