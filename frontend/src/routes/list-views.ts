/** Saving of list views, under paths and with filters that earlier releases also had. */

import type { ViewForm } from "@/components/filed-view";
import type { HardwareSearch } from "@/features/hardware/hardware-list";
import type { ServerListSearch } from "@/features/inventory/server-list";
import type { QueueViewSearch } from "@/features/queue/queue-views";
import {
  type CampaignsSearch,
  type ProfilesSearch,
  parseCampaignsSearch,
  parseChangesSearch,
  parseHardwareListSearch,
  parseModelsSearch,
  parseProfilesSearch,
  parseQueueSearch,
  parseServersSearch,
} from "./search";

export const hardwareViews = (page: string, parse = parseHardwareListSearch): ViewForm<HardwareSearch> => ({
  page,
  parse,
  keep: ({ q, sort }) => ({ q, sort }),
});

export const SERVER_LIST_VIEWS: ViewForm<ServerListSearch> = {
  page: "/inventory/servers",
  parse: (raw) => {
    const { q, sort } = parseServersSearch(raw);
    return { q, sort };
  },
  keep: ({ q, sort }) => ({ q, sort }),
};

export const CAMPAIGN_VIEWS: ViewForm<CampaignsSearch> = {
  page: "/campaigns",
  parse: parseCampaignsSearch,
  keep: ({ q, sort }) => ({ q, sort }),
};

/** The address of the queue has its tab in `view`. */
export const QUEUE_LIST_VIEWS: ViewForm<QueueViewSearch> = {
  page: "/queue",
  parse: (raw) => {
    const { view: tab, q, state, label, sort } = parseQueueSearch({ ...raw, view: raw.tab });
    return { tab, q, state, label, sort };
  },
  keep: ({ tab, q, state, label, sort }) => ({ tab, q, state, label, sort }),
};

export const PROFILE_VIEWS: ViewForm<ProfilesSearch> = {
  page: "/profiles",
  parse: parseProfilesSearch,
  keep: ({ group, q }) => ({ group, q }),
};

export const MODEL_VIEWS = hardwareViews("/inventory/models", parseModelsSearch);
export const CHANGE_VIEWS = hardwareViews("/inventory/changes", parseChangesSearch);
