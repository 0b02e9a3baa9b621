/** Filters of a list that the signed-in person saved or others share: one click brings one back. */
import { ActionIcon, Button, CloseButton, Group } from "@mantine/core";
import { IconUser, IconUsers } from "@tabler/icons-react";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useApi } from "@/api/context";
import { usePermissions } from "@/api/permissions";
import { forgetFilter, savedFiltersKey, savedFiltersQuery, saveFilter, shareFilter } from "@/api/saved-filters";
import type { SavedFilter } from "@/api/types";
import { savedFilters as words } from "@/messages/saved-filters";
import { AskButton } from "./ask-button";
import { type FilterValues, readQuery, writeQuery } from "./filter-values";
import { ErrorNotice } from "./notice";
import classes from "./saved-filters.module.css";

export interface SavedFiltersProps {
  /** The path of the list. */
  page: string;
  filters: FilterValues;
  change: (filters: FilterValues) => void;
}

export function SavedFilters({ page, filters, change }: SavedFiltersProps) {
  const api = useApi();
  const queryClient = useQueryClient();
  const { data } = useQuery(savedFiltersQuery(api, page));
  const reread = () => queryClient.invalidateQueries({ queryKey: savedFiltersKey(page) });
  const { operate, administer } = usePermissions();
  const forget = useMutation({ mutationFn: (id: string) => forgetFilter(api, id), onSuccess: reread });
  const share = useMutation({
    mutationFn: ({ id, shared }: SavedFilter) => shareFilter(api, id, !shared),
    onSuccess: reread,
  });
  const query = writeQuery(filters);
  const saved = data?.items ?? [];
  return (
    <>
      <div className={classes.saved}>
        {saved.length > 0 && (
          <ul aria-label={words.title} className={classes.savedList}>
            {saved.map((filter) => (
              <li key={filter.id}>
                <Group gap={0} wrap="nowrap">
                  <ApplyButton saved={filter} inForce={filter.query === query} change={change} />
                  {((filter.is_own && operate) || administer) && (
                    <ShareButton saved={filter} share={() => share.mutate(filter)} />
                  )}
                  {(filter.is_own || administer) && (
                    <CloseButton
                      size="sm"
                      aria-label={words.forget(filter.name)}
                      onClick={() => forget.mutate(filter.id)}
                    />
                  )}
                </Group>
              </li>
            ))}
          </ul>
        )}
        {query !== "" && (
          <AskButton
            label={words.save}
            size="xs"
            title={words.saveTitle}
            explanation={words.saveExplain}
            fields={[{ name: "name", label: words.saveName, missing: words.saveNameMissing }]}
            confirmLabel={words.saveConfirm}
            keepLabel={words.saveKeep}
            confirm={async ({ name = "" }) => {
              await saveFilter(api, { page, name, query });
              await reread();
            }}
          />
        )}
      </div>
      {forget.error && <ErrorNotice error={forget.error} />}
      {share.error && <ErrorNotice error={share.error} />}
    </>
  );
}

interface ApplyButtonProps {
  saved: SavedFilter;
  inForce: boolean;
  change: (filters: FilterValues) => void;
}

function ApplyButton({ saved, inForce, change }: ApplyButtonProps) {
  return (
    <Button
      variant="default"
      size="xs"
      className={classes.apply}
      aria-pressed={inForce}
      title={[saved.name, standingOf(saved)].filter(Boolean).join(", ")}
      onClick={() => change(readQuery(saved.query))}
    >
      {saved.name}
    </Button>
  );
}

function standingOf({ shared, is_own, owner }: SavedFilter): string | undefined {
  if (!shared) return undefined;
  return is_own ? words.sharedByYou : words.sharedBy(owner);
}

function ShareButton({ saved: { name, shared }, share }: { saved: SavedFilter; share: () => void }) {
  const label = shared ? words.unshare(name) : words.share(name);
  const Icon = shared ? IconUsers : IconUser;
  return (
    <ActionIcon variant="subtle" size="sm" color="gray" aria-label={label} title={label} onClick={share}>
      <Icon size={16} aria-hidden />
    </ActionIcon>
  );
}
