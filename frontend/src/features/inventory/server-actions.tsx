/** Discovers a server anew, or retires it after a question. */
import { Button } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useApi } from "@/api/context";
import { usePermissions } from "@/api/permissions";
import { discoverServer, retireServer } from "@/api/servers";
import type { Server } from "@/api/types";
import { ConfirmButton } from "@/components/confirm-button";
import { ErrorNotice } from "@/components/notice";
import { server as words } from "@/messages/inventory";

export function ServerActions({ server }: { server: Server }) {
  const api = useApi();
  const queryClient = useQueryClient();
  const reread = () => queryClient.invalidateQueries({ queryKey: ["servers"] });
  const discover = useMutation({ mutationFn: () => discoverServer(api, server.number), onSuccess: reread });
  const { operate } = usePermissions();
  if (server.state === "retired" || !operate) return null;
  return (
    <>
      {discover.error && <ErrorNotice error={discover.error} />}
      <ConfirmButton
        title={words.retireTitle}
        explanation={words.retireExplain}
        confirmLabel={words.retire}
        keepLabel={words.keep}
        confirm={async () => {
          await retireServer(api, server.number);
          await reread();
        }}
      />
      <Button onClick={() => discover.mutate()} loading={discover.isPending} disabled={server.discovery !== "idle"}>
        {words.discover}
      </Button>
    </>
  );
}
