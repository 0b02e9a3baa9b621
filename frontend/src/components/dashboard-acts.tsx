/** The star and the menu of a dashboard, on its card and on its page. */
import { ActionIcon, Menu } from "@mantine/core";
import { IconDots, IconStar, IconStarFilled } from "@tabler/icons-react";
import { lazy, Suspense, useState } from "react";
import { usePermissions } from "@/api/permissions";
import type { Dashboard } from "@/api/types";
import { dashboards as words } from "@/messages/dashboards";
import classes from "./dashboard-acts.module.css";
import type { DashboardChanges } from "./use-dashboard-changes";

const PromptDialog = lazy(() =>
  import("@/components/prompt-dialog").then((module) => ({ default: module.PromptDialog })),
);

export const LONGEST_NAME = 100;

export interface DashboardActProps {
  dashboard: Dashboard;
  changes: DashboardChanges;
}

/** Pins for oneself. */
export function PinButton({ dashboard: { name, pin_position }, changes }: DashboardActProps) {
  const isPinned = pin_position !== null;
  const StarIcon = isPinned ? IconStarFilled : IconStar;
  return (
    <ActionIcon
      variant="subtle"
      size={26}
      className={classes.act}
      data-pinned={isPinned || undefined}
      aria-label={words.pin(name)}
      aria-pressed={isPinned}
      onClick={changes.pin}
    >
      <StarIcon size={15} stroke={1.75} aria-hidden="true" />
    </ActionIcon>
  );
}

/** Nothing for those who may not change it. */
export function DashboardMenu({ dashboard: { name, shared, can_change, owner }, changes }: DashboardActProps) {
  const { operate } = usePermissions();
  const [renaming, setRenaming] = useState(false);
  if (!can_change) return null;
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="subtle" size={26} className={classes.act} aria-label={words.more(name)}>
            <IconDots size={16} stroke={1.75} aria-hidden="true" />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => setRenaming(true)}>{words.menu.rename}</Menu.Item>
          {operate && owner !== null && (
            <Menu.Item onClick={changes.share}>{shared ? words.menu.unshare : words.menu.share}</Menu.Item>
          )}
          <Menu.Item onClick={changes.remove}>{words.menu.remove}</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <Suspense>
        {renaming && (
          <PromptDialog
            title={words.renameTitle(name)}
            fields={[
              { name: "name", label: words.name, missing: words.nameMissing, initial: name, maxLength: LONGEST_NAME },
            ]}
            confirmLabel={words.rename}
            keepLabel={words.cancel}
            close={() => setRenaming(false)}
            confirm={({ name: to = "" }) => changes.rename(to)}
          />
        )}
      </Suspense>
    </>
  );
}
