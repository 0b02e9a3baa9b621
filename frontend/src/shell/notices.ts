/** Notices of the bell: those of the lab that a person wants there, and their read state. */
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useApi } from "@/api/context";
import { useIntervalInSilence } from "@/api/events";
import { markNoticesRead, noticesKey, noticesQuery } from "@/api/notices";
import { sessionQuery } from "@/api/session";
import type { Notice, Notices as NoticesAnswer, PersonalSettings } from "@/api/types";
import { useSpareTime } from "@/lib/spare-time";
import { notices as words } from "@/messages/notices";
import { toast } from "./toasts";

const REREAD_MS = 30_000;

export const NOTICE_GROUPS = ["needs_decision", "alerts", "followed"] as const;
export type NoticeGroup = (typeof NOTICE_GROUPS)[number];
export type NoticeGroups = Readonly<Record<NoticeGroup, readonly Notice[]>>;

export interface BellNotices {
  groups: NoticeGroups;
  unread: number;
  markRead: (ids: readonly string[]) => void;
}

const NONE: NoticeGroups = { needs_decision: [], alerts: [], followed: [] };

/** Read the notices after the page, and again whenever the lab reports new ones. */
export function useNotices(): BellNotices {
  const api = useApi();
  const queryClient = useQueryClient();
  const isSpare = useSpareTime();
  const { data } = useQuery({
    ...noticesQuery(api),
    enabled: isSpare,
    refetchInterval: useIntervalInSilence(REREAD_MS),
  });
  const { data: session } = useQuery(sessionQuery(api));
  const reading = useMutation({
    mutationFn: (ids: readonly string[]) => markNoticesRead(api, ids),
    onMutate: async (ids) => {
      await queryClient.cancelQueries({ queryKey: noticesKey });
      queryClient.setQueryData(noticesKey, (cached: NoticesAnswer | undefined) => cached && withRead(cached, ids));
    },
    onSuccess: (answer) => queryClient.setQueryData(noticesKey, answer),
    onError: (error) => {
      toast.error({ title: words.notMarked, detail: error.message });
      return queryClient.invalidateQueries({ queryKey: noticesKey });
    },
  });
  const groups = data && session ? bellGroups(data, session.settings) : NONE;
  return {
    groups,
    unread: NOTICE_GROUPS.reduce((sum, group) => sum + groups[group].filter(({ unread }) => unread).length, 0),
    markRead: (ids) => ids.length > 0 && reading.mutate(ids),
  };
}

/** Return the notices whose kind a person has set to appear in the bell. */
export function bellGroups(answer: NoticesAnswer, settings: PersonalSettings): NoticeGroups {
  const isShown = ({ category }: Notice) => settings.notices[category].bell;
  return {
    needs_decision: answer.needs_decision.filter(isShown),
    alerts: answer.alerts.filter(isShown),
    followed: answer.followed.filter(isShown),
  };
}

function withRead(answer: NoticesAnswer, ids: readonly string[]): NoticesAnswer {
  const read = new Set(ids);
  const marked = (those: readonly Notice[]) =>
    those.map((notice) => (read.has(notice.id) ? { ...notice, unread: false } : notice));
  return {
    ...answer,
    needs_decision: marked(answer.needs_decision),
    alerts: marked(answer.alerts),
    followed: marked(answer.followed),
  };
}
