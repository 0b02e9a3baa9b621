/** How the views of lists are saved, under paths and with filters that earlier releases had as well. */

import type { ViewForm } from "@/components/filed-view";
import type { QueriedSearch } from "@/components/list-query";
import type { FilteredSearch } from "@/features/hardware/filtered-list";
import type { HardwareSearch } from "@/features/hardware/hardware-list";
import {
  type CampaignsSearch,
  type ControllersSearch,
  type ProfilesSearch,
  parseCampaignsSearch,
  parseChangesSearch,
  parseControllersSearch,
  parseHardwareListSearch,
  parseHardwareModelsSearch,
  parseProfilesSearch,
  parseServersSearch,
} from "./search";

export const hardwareViews = (page: string): ViewForm<HardwareSearch> => ({
  page,
  parse: parseHardwareListSearch,
  keep: ({ q, sort }) => ({ q, sort }),
});

export const SERVER_LIST_VIEWS: ViewForm<QueriedSearch> = {
  page: "/inventory/servers",
  parse: (raw) => ({ q: parseServersSearch(raw).q }),
  keep: ({ q }) => ({ q }),
};

export const CONTROLLER_VIEWS: ViewForm<ControllersSearch> = {
  page: "/inventory/controllers",
  parse: parseControllersSearch,
  keep: ({ q }) => ({ q }),
};

export const CAMPAIGN_VIEWS: ViewForm<CampaignsSearch> = {
  page: "/campaigns",
  parse: parseCampaignsSearch,
  keep: ({ q }) => ({ q }),
};

export const PROFILE_VIEWS: ViewForm<ProfilesSearch> = {
  page: "/profiles",
  parse: parseProfilesSearch,
  keep: ({ group, q }) => ({ group, q }),
};

const filtered = (page: string, parse: (raw: Record<string, unknown>) => object): ViewForm<FilteredSearch> => ({
  page,
  parse: (raw) => ({ ...parse(raw) }),
  keep: ({ cursor: _cursor, view: _view, ...filters }) => filters,
});

export const MODEL_VIEWS = filtered("/inventory/models", parseHardwareModelsSearch);
export const CHANGE_VIEWS = filtered("/inventory/changes", parseChangesSearch);
