/** Holds the one live stream of a page. */
import type { ReactNode } from "react";
import { usePageShown } from "@/lib/page-shown";
import { useSpareTime } from "@/lib/spare-time";
import { LabEventsContext, StreamSilenceContext, useLabStream } from "./events";

export interface LabStreamProps {
  /** True if it remains open while the page is hidden. */
  listensHidden: boolean;
  children: ReactNode;
}

export function LabStream({ listensHidden, children }: LabStreamProps) {
  const isShown = usePageShown();
  const isSpare = useSpareTime();
  const events = useLabStream(isSpare && (isShown || listensHidden));
  return (
    <StreamSilenceContext value={events.silentSince !== null}>
      <LabEventsContext value={events}>{children}</LabEventsContext>
    </StreamSilenceContext>
  );
}
