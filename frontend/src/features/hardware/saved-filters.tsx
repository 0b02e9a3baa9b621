/** Filters of a list that the signed-in person saved: one click brings one back. */
import { Button, CloseButton, Group } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useApi } from "@/api/context";
import { forgetFilter, savedFiltersKey, savedFiltersQuery, saveFilter } from "@/api/saved-filters";
import type { SavedFilter } from "@/api/types";
import { AskButton } from "@/components/ask-button";
import { ErrorNotice } from "@/components/notice";
import { pieces as words } from "@/messages/hardware";
import { type FilterValues, readQuery, writeQuery } from "./filter-values";
import classes from "./hardware.module.css";

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
  const forget = useMutation({ mutationFn: (id: string) => forgetFilter(api, id), onSuccess: reread });
  const query = writeQuery(filters);
  return (
    <>
      <div className={classes.saved}>
        <ul aria-label={words.savedFilters} className={classes.savedList}>
          {(data?.items ?? []).map((saved) => (
            <li key={saved.id}>
              <Group gap={0} wrap="nowrap">
                <ApplyButton saved={saved} inForce={saved.query === query} change={change} />
                <CloseButton size="sm" aria-label={words.forget(saved.name)} onClick={() => forget.mutate(saved.id)} />
              </Group>
            </li>
          ))}
        </ul>
        {query !== "" && (
          <AskButton
            label={words.saveFilter}
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
    <Button variant="default" size="xs" aria-pressed={inForce} onClick={() => change(readQuery(saved.query))}>
      {saved.name}
    </Button>
  );
}
