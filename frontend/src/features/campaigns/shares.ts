/** State of the form for each server of a draft: its share, its drives and the lab's findings about it. */
import { type UseQueryResult, useQueries } from "@tanstack/react-query";
import { useApi } from "@/api/context";
import { drivesQuery } from "@/api/servers";
import type { Drive, Page, Server } from "@/api/types";
import { driveKey } from "@/components/drive-use";
import { chosenServer } from "@/components/server-choice";
import type { CampaignDraft, ShareDraft } from "./draft";
import { type KnownWorkload, sharesOf, withShare, writtenIds } from "./request";

export interface ShownShare {
  index: number;
  share: ShareDraft;
  server: Server | undefined;
  drives: UseQueryResult<Page<Drive>>;
  /** Drives that the campaign writes to. */
  written: readonly Drive[];
  /** Their serial numbers, once the erasure of all drives is confirmed. */
  serials: string[];
  /** Paths are those within the share. */
  errors: Record<string, string>;
  changeShare: (share: ShareDraft) => void;
}

export interface Confirming {
  workloads: readonly KnownWorkload[];
  isConfirmed: boolean;
  errors: Record<string, string>;
}

/**
 * Return the shares of a draft. A single usable server is selected automatically; of several, the user selects each.
 */
export function useShares(
  draft: CampaignDraft,
  change: (patch: Partial<CampaignDraft>) => void,
  servers: readonly Server[],
): (confirming: Confirming) => ShownShare[] {
  const api = useApi();
  const shares = sharesOf(draft);
  const several = shares.length > 1;
  const chosen = shares.map(({ server }) => (several && !server ? undefined : chosenServer(server, servers)));
  const drives = useQueries({ queries: chosen.map((server) => drivesQuery(api, server ?? null)) });
  return ({ workloads, isConfirmed, errors }) =>
    shares.flatMap((share, index) => {
      const query = drives[index];
      if (!query) return [];
      const ids = writtenIds(draft, share, workloads);
      const written = (query.data?.items ?? []).filter((drive) => ids.includes(driveKey(drive)));
      return [
        {
          index,
          share,
          server: chosen[index],
          drives: query,
          written,
          serials: isConfirmed ? written.flatMap(({ serial }) => serial ?? []) : [],
          errors: several ? within(errors, `servers.${index}.`) : errors,
          changeShare: (next: ShareDraft) => change(withShare(draft, index, next)),
        },
      ];
    });
}

function within(errors: Record<string, string>, prefix: string): Record<string, string> {
  return Object.fromEntries(
    Object.entries(errors)
      .filter(([path]) => path.startsWith(prefix))
      .map(([path, message]) => [path.slice(prefix.length), message]),
  );
}
