/** Saving of list views, under paths and with filters that earlier releases also had. */

import type { ViewForm } from "@/components/filed-view";
import type { CampaignsSearch } from "@/features/campaigns/campaigns-list";
import type { HardwareSearch } from "@/features/hardware/hardware-list";
import type { ServerListSearch } from "@/features/inventory/server-list";
import { parseServersSearch } from "@/features/inventory/server-view";
import type { ProfilesSearch } from "@/features/profiles/profiles-list";
import type { QueueViewSearch } from "@/features/queue/queue-views";
import { parseCampaignsSearch, parseHardwareListSearch, parseProfilesSearch, parseQueueSearch } from "./search";

export const hardwareViews = (page: string): ViewForm<HardwareSearch> => ({
  page,
  parse: parseHardwareListSearch,
  keep: ["q", "sort"],
});

export const SERVER_LIST_VIEWS: ViewForm<ServerListSearch> = {
  page: "/inventory/servers",
  parse: parseServersSearch,
  keep: ["q", "sort"],
};

export const CAMPAIGN_VIEWS: ViewForm<CampaignsSearch> = {
  page: "/campaigns",
  parse: parseCampaignsSearch,
  keep: ["q", "sort"],
};

/** The address of the queue has its tab in `view`. */
export const QUEUE_LIST_VIEWS: ViewForm<QueueViewSearch> = {
  page: "/queue",
  parse: (raw) => {
    const { view: tab, q, state, label, sort } = parseQueueSearch({ ...raw, view: raw.tab });
    return { tab, q, state, label, sort };
  },
  keep: ["tab", "q", "state", "label", "sort"],
};

export const PROFILE_VIEWS: ViewForm<ProfilesSearch> = {
  page: "/profiles",
  parse: parseProfilesSearch,
  keep: ["group", "q"],
};
