/** One line over the top of every page: this computer is offline, the lab is silent, or the lab is paused. */
import { IconPlayerPause, IconPlugConnectedX, type IconProps, IconWifiOff } from "@tabler/icons-react";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type ComponentType, useEffect, useSyncExternalStore } from "react";
import { useApi } from "@/api/context";
import { labQuery } from "@/api/lab";
import { sessionQuery } from "@/api/session";
import { AnchorLink } from "@/components/link";
import { useReachability } from "@/lib/reachability";
import { formatDateTime } from "@/lib/units";
import { messages } from "@/messages";
import { shell as words } from "@/messages/shell";
import classes from "./top-bar.module.css";

const POLL_INTERVAL_MS = 5_000;

export type LabStatus = "offline" | "unreachable" | "paused";

/** Return the obstacle between a person and the lab; only the worst one. */
export function useLabStatus(): LabStatus | null {
  const api = useApi();
  const { unreachableSince } = useReachability(api.reachability);
  const online = useSyncExternalStore(subscribeToNetwork, () => navigator.onLine);
  const { data: lab } = useQuery(labQuery(api));
  if (!online) return "offline";
  if (unreachableSince !== null) return "unreachable";
  return lab?.paused ? "paused" : null;
}

/** The element is always there: what comes into it is announced. */
export function StatusLine() {
  const status = useLabStatus();
  usePollWhileSilent();
  return (
    <div role="status" className={status ? classes.line : undefined}>
      {status === "offline" && <Line Icon={IconWifiOff} text={words.offline} />}
      {status === "unreachable" && <Unreachable />}
      {status === "paused" && <Paused />}
    </div>
  );
}

function Line({ Icon, text }: { Icon: ComponentType<IconProps>; text: string }) {
  return (
    <>
      <Icon size={16} stroke={1.75} aria-hidden="true" />
      <span title={text} dir="auto">
        {text}
      </span>
    </>
  );
}

function Unreachable() {
  const { unreachableSince } = useReachability(useApi().reachability);
  const since = formatDateTime(new Date(unreachableSince ?? Date.now()).toISOString());
  return <Line Icon={IconPlugConnectedX} text={words.unreachable(since)} />;
}

function Paused() {
  const { data: lab } = useQuery(labQuery(useApi()));
  if (!lab) return null;
  const parts = [words.paused(lab.by ?? messages.unknown, formatDateTime(lab.since)), lab.reason, words.pausedMeans];
  return (
    <>
      <Line Icon={IconPlayerPause} text={parts.filter(Boolean).join(" ")} />
      <AnchorLink to="/queue">{words.sections.queue}</AnchorLink>
    </>
  );
}

/** Reload everything on the page once a silent lab answers again. */
function usePollWhileSilent() {
  const api = useApi();
  const queryClient = useQueryClient();
  const isSilent = useReachability(api.reachability).unreachableSince !== null;
  useQuery({
    ...sessionQuery(api),
    enabled: isSilent,
    refetchInterval: isSilent ? POLL_INTERVAL_MS : false,
    retry: false,
  });
  useEffect(() => {
    if (!isSilent) return;
    return () => void queryClient.invalidateQueries();
  }, [isSilent, queryClient]);
}

function subscribeToNetwork(listener: () => void): () => void {
  window.addEventListener("online", listener);
  window.addEventListener("offline", listener);
  return () => {
    window.removeEventListener("online", listener);
    window.removeEventListener("offline", listener);
  };
}
