/** Moves a waiting run, changes its priority or opens it: what dragging does, without dragging. */
import { ActionIcon, Menu } from "@mantine/core";
import {
  IconArrowBarToUp,
  IconArrowDown,
  IconArrowUp,
  IconDots,
  IconEye,
  IconSortDescending,
} from "@tabler/icons-react";
import { lazy, memo, Suspense, useState } from "react";
import type { ScheduledJob } from "@/api/types";
import { MenuLink } from "@/components/link";
import { queue as words } from "@/messages/queue";
import { type Moves, movableOf, runOf } from "./use-moves";

const PromptDialog = lazy(() =>
  import("@/components/prompt-dialog").then((module) => ({ default: module.PromptDialog })),
);

const ICON = { size: 15, stroke: 1.75, "aria-hidden": true } as const;

export interface RowMenuProps {
  job: ScheduledJob;
  /** Places in its line that are ahead of it and behind it. */
  isFirst: boolean;
  isLast: boolean;
  /** Null for those who may not move runs. */
  moves: Moves | null;
}

export const RowMenu = memo(function RowMenu({ job, isFirst, isLast, moves }: RowMenuProps) {
  const [isDialogOpen, setDialogOpen] = useState(false);
  const run = runOf(job);
  const { job_number, run_number, position } = job;
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="subtle" size={28} aria-label={words.menu(run)}>
            <IconDots size={16} stroke={1.75} aria-hidden="true" />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {moves && position !== null && (
            <>
              <Menu.Item
                leftSection={<IconArrowBarToUp {...ICON} />}
                disabled={isFirst}
                onClick={() => moves.toHead(movableOf(job))}
              >
                {words.toHead}
              </Menu.Item>
              <Menu.Item
                leftSection={<IconArrowUp {...ICON} />}
                rightSection="Alt ↑"
                disabled={isFirst}
                onClick={() => moves.step(movableOf(job), "up")}
              >
                {words.moveEarlier}
              </Menu.Item>
              <Menu.Item
                leftSection={<IconArrowDown {...ICON} />}
                rightSection="Alt ↓"
                disabled={isLast}
                onClick={() => moves.step(movableOf(job), "down")}
              >
                {words.moveLater}
              </Menu.Item>
              <Menu.Item leftSection={<IconSortDescending {...ICON} />} onClick={() => setDialogOpen(true)}>
                {words.priority}
              </Menu.Item>
              <Menu.Divider />
            </>
          )}
          {run_number === null ? (
            <MenuLink leftSection={<IconEye {...ICON} />} to="/jobs/$ref" params={{ ref: job_number }}>
              {words.open}
            </MenuLink>
          ) : (
            <MenuLink leftSection={<IconEye {...ICON} />} to="/runs/$ref" params={{ ref: run_number }}>
              {words.open}
            </MenuLink>
          )}
        </Menu.Dropdown>
      </Menu>
      <Suspense>
        {isDialogOpen && moves && (
          <PromptDialog
            title={words.priorityTitle(run)}
            explanation={words.priorityExplain}
            fields={[
              {
                name: "priority",
                label: words.priorityField,
                hint: words.priorityHint,
                missing: words.priorityMissing,
                initial: String(job.priority),
                matches: /^(\d{1,2}|100)$/,
              },
            ]}
            confirmLabel={words.prioritySave}
            keepLabel={words.pauseKeep}
            confirm={({ priority }) => moves.setPriority(job_number, Number(priority))}
            close={() => setDialogOpen(false)}
          />
        )}
      </Suspense>
    </>
  );
});
