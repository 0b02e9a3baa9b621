/** Actions of an author on a permalink: in a menu within a list, as buttons on its own page. */
import { ActionIcon, Button, Menu } from "@mantine/core";
import { IconDots } from "@tabler/icons-react";
import { useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { lazy, Suspense, useState } from "react";
import { usePermissions } from "@/api/permissions";
import { rereadShares } from "@/api/shares";
import type { Share } from "@/api/types";
import { ButtonLink } from "@/components/link";
import { workbenchOf } from "@/lib/run-list";
import { shares as words } from "@/messages/shares";
import { actionsOf, comparedRuns, editorOf, type ShareAction } from "./status";

const ActionDialog = lazy(() => import("./action-dialog").then((module) => ({ default: module.ActionDialog })));

export interface ShareActionsProps {
  share: Share;
  look: "menu" | "buttons";
  /** A draft was deleted; on its own page there is nothing left to see. */
  removed?: () => void;
}

export function ShareActions({ share, look, removed }: ShareActionsProps) {
  const queryClient = useQueryClient();
  const { operate } = usePermissions();
  const [requested, setRequested] = useState<ShareAction | null>(null);
  const actions = operate ? actionsOf(share) : [];
  if (actions.length === 0 && requested === null) return null;
  return (
    <>
      {look === "menu" ? (
        <ActionMenu share={share} actions={actions} choose={setRequested} />
      ) : (
        actions.map((action) => {
          const editor = editorOf(action, share.number);
          return action === "compare" ? (
            <ButtonLink key={action} variant="default" to="/workbench" search={workbenchOf(comparedRuns(share))}>
              {words.actions[action]}
            </ButtonLink>
          ) : editor ? (
            <ButtonLink key={action} variant="default" to="/shares/new" search={editor}>
              {words.actions[action]}
            </ButtonLink>
          ) : (
            <Button
              key={action}
              variant={action === "publish" ? "filled" : "default"}
              onClick={() => setRequested(action)}
            >
              {words.actions[action]}
            </Button>
          );
        })
      )}
      <Suspense>
        {requested && requested !== "version" && requested !== "edit" && requested !== "compare" && (
          <ActionDialog
            share={share}
            action={requested}
            removed={removed}
            close={() => {
              setRequested(null);
              // Reread only now: an earlier reread of the list would remove the row and its open dialog.
              void rereadShares(queryClient);
            }}
          />
        )}
      </Suspense>
    </>
  );
}

interface ActionMenuProps {
  share: Share;
  actions: readonly ShareAction[];
  choose: (action: ShareAction) => void;
}

function ActionMenu({ share, actions, choose }: ActionMenuProps) {
  const { number } = share;
  return (
    <Menu position="bottom-end" shadow="md">
      <Menu.Target>
        <ActionIcon variant="default" size={28} aria-label={words.actions.menu(number)}>
          <IconDots size={16} stroke={1.75} aria-hidden="true" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {actions.map((action) => {
          const editor = editorOf(action, number);
          return action === "compare" ? (
            <Menu.Item
              key={action}
              renderRoot={(props) => <Link {...props} to="/workbench" search={workbenchOf(comparedRuns(share))} />}
            >
              {words.actions[action]}
            </Menu.Item>
          ) : editor ? (
            <Menu.Item key={action} renderRoot={(props) => <Link {...props} to="/shares/new" search={editor} />}>
              {words.actions[action]}
            </Menu.Item>
          ) : (
            <Menu.Item key={action} onClick={() => choose(action)}>
              {words.actions[action]}
            </Menu.Item>
          );
        })}
      </Menu.Dropdown>
    </Menu>
  );
}
