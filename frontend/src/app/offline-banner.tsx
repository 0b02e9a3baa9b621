/** Says when this computer is offline or the lab does not answer, and keeps asking. */
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useSyncExternalStore } from "react";
import { useApi } from "@/api/context";
import { sessionQuery } from "@/api/session";
import { Notice } from "@/components/notice";
import { useReachability } from "@/lib/reachability";
import { formatDateTime } from "@/lib/units";
import { messages } from "@/messages";
import classes from "./offline-banner.module.css";

const ASK_EVERY_MS = 5_000;

export function OfflineBanner() {
  const api = useApi();
  const queryClient = useQueryClient();
  const { unreachableSince } = useReachability(api.reachability);
  const online = useSyncExternalStore(subscribeToNetwork, () => navigator.onLine);
  const away = unreachableSince !== null;

  useQuery({ ...sessionQuery(api), enabled: away, refetchInterval: away ? ASK_EVERY_MS : false, retry: false });
  useEffect(() => {
    if (!away) return;
    // Once the lab answers again, everything on the page is read anew.
    return () => void queryClient.invalidateQueries();
  }, [away, queryClient]);

  if (online && !away) return null;
  const since = formatDateTime(new Date(unreachableSince ?? Date.now()).toISOString());
  return (
    <div className={classes.banner} role="status">
      <Notice level="warn">{online ? messages.shell.unreachable(since) : messages.shell.offline}</Notice>
    </div>
  );
}

function subscribeToNetwork(listener: () => void): () => void {
  window.addEventListener("online", listener);
  window.addEventListener("offline", listener);
  return () => {
    window.removeEventListener("online", listener);
    window.removeEventListener("offline", listener);
  };
}
