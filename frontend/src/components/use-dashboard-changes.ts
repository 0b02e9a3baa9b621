/** Changes of a dashboard, each with a message that takes it back. */
import { useQueryClient } from "@tanstack/react-query";
import { useApi } from "@/api/context";
import { changeDashboard, dashboardsKey, restoreDashboard, setPinned, trashDashboard } from "@/api/dashboards";
import type { Dashboard } from "@/api/types";
import { dashboards as words } from "@/messages/dashboards";
import { type ToastMessage, toast } from "@/shell/toasts";

export interface DashboardChanges {
  /** Rejects with the refusal of the lab, which a dialog shows. */
  rename: (name: string) => Promise<void>;
  share: () => void;
  pin: () => void;
  remove: () => void;
}

/** `onRemoved` follows a deletion. */
export function useDashboardChanges(dashboard: Dashboard, onRemoved?: () => void): DashboardChanges {
  const api = useApi();
  const queryClient = useQueryClient();
  const { number, name, shared } = dashboard;
  const isPinned = dashboard.pin_position !== null;
  const change = async (act: () => Promise<unknown>, message: ToastMessage, takeBack: () => Promise<unknown>) => {
    const reread = () => queryClient.invalidateQueries({ queryKey: dashboardsKey });
    await act();
    toast.success({ ...message, undo: () => takeBack().then(reread) });
    await reread();
  };
  const tryTo = (changing: Promise<void>, failed: string) =>
    void changing.catch((error: unknown) =>
      toast.error({ title: failed, detail: error instanceof Error ? error.message : undefined }),
    );
  const setShared = (to: boolean) => changeDashboard(api, number, { shared: to, before: { shared: !to } });
  return {
    rename: (to) =>
      change(
        () => changeDashboard(api, number, { name: to, before: { name } }),
        { title: words.renamed(to) },
        () => changeDashboard(api, number, { name, before: { name: to } }),
      ),
    share: () =>
      tryTo(
        change(
          () => setShared(!shared),
          { title: shared ? words.nowPrivate(name) : words.nowShared(name) },
          () => setShared(shared),
        ),
        words.notChanged(name),
      ),
    pin: () =>
      tryTo(
        change(
          () => setPinned(api, number, !isPinned),
          { title: isPinned ? words.unpinned(name) : words.pinned(name) },
          () => setPinned(api, number, isPinned),
        ),
        words.notPinned(name),
      ),
    remove: () =>
      tryTo(
        change(
          () => trashDashboard(api, number).then(onRemoved),
          { title: words.removed(name) },
          () => restoreDashboard(api, number),
        ),
        words.notRemoved(name),
      ),
  };
}
