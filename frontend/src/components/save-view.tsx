/** Saves what the list shows as a view, and changes the view that is open. */
import { Button, Menu } from "@mantine/core";
import { IconBookmark, IconChevronDown } from "@tabler/icons-react";
import { useQueryClient } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { useApi } from "@/api/context";
import { usePermissions } from "@/api/permissions";
import { changeFilter, deleteFilter, savedFiltersKey, saveFilter, shareFilter } from "@/api/saved-filters";
import type { SavedFilter } from "@/api/types";
import { listViews as words } from "@/messages/list-views";
import { toast } from "@/shell/toasts";
import { isChanged, type ViewedSearch, type ViewForm, writeView } from "./filed-view";

const PromptDialog = lazy(() => import("./prompt-dialog").then((module) => ({ default: module.PromptDialog })));

const MAX_NAME = 100;

export interface SaveViewProps<Search extends ViewedSearch> {
  form: ViewForm<Search>;
  /** The one that is open. */
  view: SavedFilter | undefined;
  search: Search;
  /** Id of the view that is open from now on. */
  open: (view: string | undefined) => void;
}

export function SaveView<Search extends ViewedSearch>({ form, view, search, open }: SaveViewProps<Search>) {
  const api = useApi();
  const queryClient = useQueryClient();
  const { operate, administer } = usePermissions();
  const [naming, setNaming] = useState(false);
  const reread = () => queryClient.invalidateQueries({ queryKey: savedFiltersKey(form.page) });
  const query = writeView(form, search);
  const act = (name: string, title: string, change: () => Promise<unknown>) =>
    void change()
      .then(reread)
      .then(
        () => toast.success({ title }),
        (error: unknown) =>
          toast.error({ title: words.failed(name), detail: error instanceof Error ? error.message : undefined }),
      );
  const save = async (name: string) => {
    const saved = await saveFilter(api, { page: form.page, name, query });
    await reread();
    open(saved.id);
  };
  const icon = <IconBookmark size={15} stroke={1.75} aria-hidden="true" />;
  const mayChange = view && (view.is_own || administer);
  return (
    <>
      {view ? (
        <Menu position="bottom-end">
          <Menu.Target>
            <Button
              variant="default"
              h={36}
              leftSection={icon}
              rightSection={<IconChevronDown size={14} stroke={1.75} aria-hidden="true" />}
            >
              {words.options}
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {view.is_own && isChanged(form, view, search) && (
              <Menu.Item
                onClick={() => act(view.name, words.saved(view.name), () => changeFilter(api, view.id, { query }))}
              >
                {words.saveChanges}
              </Menu.Item>
            )}
            <Menu.Item onClick={() => setNaming(true)}>{words.saveNew}</Menu.Item>
            {mayChange && operate && (
              <Menu.Item
                onClick={() =>
                  act(view.name, (view.shared ? words.unshared : words.shared)(view.name), () =>
                    shareFilter(api, view.id, !view.shared),
                  )
                }
              >
                {view.shared ? words.unshare : words.share}
              </Menu.Item>
            )}
            {mayChange && (
              <Menu.Item
                onClick={() =>
                  act(view.name, words.removed(view.name), async () => {
                    await deleteFilter(api, view.id);
                    open(undefined);
                  })
                }
              >
                {words.remove}
              </Menu.Item>
            )}
          </Menu.Dropdown>
        </Menu>
      ) : (
        <Button variant="default" h={36} leftSection={icon} disabled={query === ""} onClick={() => setNaming(true)}>
          {words.save}
        </Button>
      )}
      <Suspense>
        {naming && (
          <PromptDialog
            title={words.saveTitle}
            explanation={words.saveExplain}
            fields={[{ name: "name", label: words.name, missing: words.nameMissing, maxLength: MAX_NAME }]}
            confirmLabel={words.confirm}
            keepLabel={words.cancel}
            close={() => setNaming(false)}
            confirm={({ name = "" }) => save(name)}
          />
        )}
      </Suspense>
    </>
  );
}
