/** Actions on a permalink of another lab beside its list: lay its runs beside own ones, or remove it with them. */
import { Button } from "@mantine/core";
import { IconChartDots3, IconTrash } from "@tabler/icons-react";
import { useQueryClient } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { usePermissions } from "@/api/permissions";
import { rereadShares } from "@/api/shares";
import type { Share } from "@/api/types";
import { ButtonLink } from "@/components/link";
import { workbenchOf } from "@/lib/run-list";
import { shares as words } from "@/messages/shares";
import { actionsOf, comparedRuns } from "./status";

const ActionDialog = lazy(() => import("./action-dialog").then((module) => ({ default: module.ActionDialog })));

export function ReceivedActions({ share }: { share: Share }) {
  const queryClient = useQueryClient();
  const { operate } = usePermissions();
  const [isRemoving, setRemoving] = useState(false);
  const runs = comparedRuns(share);
  return (
    <>
      {runs.length > 0 && (
        <ButtonLink
          variant="default"
          to="/workbench"
          search={workbenchOf(runs)}
          leftSection={<IconChartDots3 size={15} stroke={1.75} aria-hidden="true" />}
        >
          {words.actions.compare}
        </ButtonLink>
      )}
      {operate && actionsOf(share).includes("removeReceived") && (
        <Button
          variant="default"
          leftSection={<IconTrash size={15} stroke={1.75} aria-hidden="true" />}
          onClick={() => setRemoving(true)}
        >
          {words.actions.removeReceived}
        </Button>
      )}
      <Suspense>
        {isRemoving && (
          <ActionDialog
            share={share}
            action="removeReceived"
            close={() => {
              setRemoving(false);
              void rereadShares(queryClient);
            }}
          />
        )}
      </Suspense>
    </>
  );
}
