/** Full screen of a wall: a head, one page of panels and a ticker, dark, without controls that need a hand. */
import { ActionIcon, Modal } from "@mantine/core";
import { useIdle, useWindowEvent } from "@mantine/hooks";
import { IconArrowRight, IconPlayerPauseFilled, IconPlayerPlayFilled, IconX } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { useApi } from "@/api/context";
import { overviewQuery } from "@/api/overview";
import type { Overview } from "@/api/types";
import { forceScheme } from "@/lib/forced-scheme";
import { clockOf, shortAge } from "@/lib/short-times";
import { formatDateTime } from "@/lib/units";
import { useNow } from "@/lib/use-now";
import { messages } from "@/messages";
import { dashboards } from "@/messages/dashboards";
import { Badge } from "@/parts/badge";
import { Dot } from "@/parts/dot";
import { Ticker } from "./ticker";
import classes from "./wall.module.css";
import { WallHead } from "./wall-head";

const words = dashboards.wall;
const CLOCK_MS = 1_000;
const STILL_MS = 3_000;
const REREAD_MS = 30_000;
const NO_RESULTS: Overview["ended"] = [];

/** Has the browser use the whole screen, which it does only for a key or a click. */
export const fillScreen = () => void document.documentElement.requestFullscreen?.().catch(() => undefined);

export interface WallProps {
  name: string;
  isLive: boolean;
  /** Null while they are on their way. */
  runCount: number | null;
  /** When its runs were read last; null before. */
  readAt: number | null;
  /** True if the last attempt to read them failed. */
  isLost: boolean;
  isLight: boolean;
  /** Until the next page; null where none comes by itself. */
  secondsLeft: number | null;
  /** Shows the next page; null where there is one alone. */
  next: (() => void) | null;
  /** True if pages and results change only by hand. */
  isPaused: boolean;
  setPaused: (isPaused: boolean) => void;
  /** True if results without room scroll into sight by themselves while nothing is paused. */
  moves: boolean;
  leave: () => void;
  children: ReactNode;
}

export function Wall({
  name,
  isLive,
  runCount,
  readAt,
  isLost,
  isLight,
  secondsLeft,
  next,
  isPaused,
  setPaused,
  moves,
  leave,
  children,
}: WallProps) {
  const [head, setHead] = useState<HTMLElement | null>(null);
  const overview = useQuery({ ...overviewQuery(useApi()), refetchInterval: REREAD_MS }).data;
  const results = overview?.ended ?? NO_RESULTS;
  const isStill = useIdle(STILL_MS, { initialState: false });
  useEffect(() => forceScheme(isLight ? "light" : "dark"), [isLight]);
  useLeaving(leave);
  useWindowEvent("keydown", (event) => {
    const isPlain = !(event.ctrlKey || event.altKey || event.metaKey || event.defaultPrevented);
    if (event.key === "ArrowRight" && isPlain) next?.();
    // A button that has the focus takes the key for itself.
    if (event.key === " " && isPlain && !isOnControl(event.target)) {
      event.preventDefault();
      setPaused(!isPaused);
    }
  });
  return (
    <Modal.Root opened fullScreen onClose={leave} transitionProps={{ duration: 0 }}>
      <Modal.Content aria-label={name}>
        <Modal.Body p={0} className={classes.wall} data-still={isStill || undefined} data-lost={isLost || undefined}>
          <div className={classes.head} tabIndex={-1} data-autofocus>
            <strong dir="auto">{name}</strong>
            {isLive && (
              <Badge tone="run" glyph="dot">
                {dashboards.live}
              </Badge>
            )}
            {runCount !== null && <span className={classes.facts}>{dashboards.runs(runCount)}</span>}
            <span ref={setHead} className={classes.worseEntries} role="status" />
            <span className={classes.space} />
            {overview && <Servers overview={overview} />}
            <Clock />
            <ActionIcon variant="subtle" size={30} aria-label={words.leave} title={words.leave} onClick={leave}>
              <IconX size={17} stroke={1.75} aria-hidden="true" />
            </ActionIcon>
          </div>
          <WallHead value={head}>{children}</WallHead>
          <div className={classes.ticker}>
            <Ticker results={results} moves={moves && !isPaused} />
            <span className={classes.space} />
            {readAt !== null && <ReadAt at={readAt} isLost={isLost} />}
            {secondsLeft !== null && <span>· {words.nextIn(secondsLeft)}</span>}
            {isPaused && <span>· {words.paused}</span>}
            {(next || results.length > 1) && <PauseButton isPaused={isPaused} setPaused={setPaused} />}
            {next && (
              <ActionIcon variant="subtle" size={26} aria-label={words.next} title={words.next} onClick={next}>
                <IconArrowRight size={14} stroke={1.75} aria-hidden="true" />
              </ActionIcon>
            )}
          </div>
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}

/** Call `leave` after the browser leaves full screen: it takes Esc for itself and reports only the exit. */
function useLeaving(leave: () => void): void {
  const latest = useRef(leave);
  useEffect(() => {
    latest.current = leave;
  });
  useEffect(() => {
    const left = () => document.fullscreenElement || latest.current();
    document.addEventListener("fullscreenchange", left);
    return () => {
      document.removeEventListener("fullscreenchange", left);
      if (document.fullscreenElement) void document.exitFullscreen();
    };
  }, []);
}

const isOnControl = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest("button, a, input, select, textarea, [tabindex='0']") !== null;

function PauseButton({ isPaused, setPaused }: Pick<WallProps, "isPaused" | "setPaused">) {
  const Icon = isPaused ? IconPlayerPlayFilled : IconPlayerPauseFilled;
  const act = isPaused ? words.resume : words.pause;
  return (
    <ActionIcon
      variant="subtle"
      size={26}
      aria-label={act}
      title={words.pauseKey(act)}
      onClick={() => setPaused(!isPaused)}
    >
      <Icon size={13} aria-hidden="true" />
    </ActionIcon>
  );
}

/** Show the numbers of servers that are measuring, free and not answering. */
function Servers({ overview }: { overview: Overview }) {
  const { idle = 0, unreachable = 0 } = overview.servers.counts;
  const shown = [
    { tone: "run", count: overview.under_way.count, text: words.measuring },
    { tone: "ok", count: idle, text: words.idle },
    { tone: "err", count: unreachable, text: words.unreachable },
  ] as const;
  return shown.map(
    ({ tone, count, text }) =>
      count > 0 && (
        <span key={tone} className={classes.state} data-tone={tone}>
          <Dot tone={tone} />
          {text(count)}
        </span>
      ),
  );
}

function Clock() {
  return <strong className={classes.clock}>{clockOf(useNow(CLOCK_MS))}</strong>;
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
