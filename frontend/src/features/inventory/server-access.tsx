/** Prerequisites for work on a server through SSH: its host key, and the script that grants access to the lab. */
import { Button, Text } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useApi } from "@/api/context";
import { usePermissions } from "@/api/permissions";
import { confirmHostKey } from "@/api/servers";
import type { Server } from "@/api/types";
import { ErrorNotice, Notice } from "@/components/notice";
import { Section } from "@/components/page";
import { server as words } from "@/messages/inventory";
import { serverCare } from "@/messages/server-care";
import classes from "./inventory.module.css";
import { SetupScript } from "./setup-script";

const PRINT_FINGERPRINTS = "for key in /etc/ssh/ssh_host_*_key.pub; do ssh-keygen -lf $key; done";

export function ServerAccess({ server }: { server: Server }) {
  const { operate } = usePermissions();
  if (server.transport === "local" || server.state === "retired" || !operate) return null;
  const lettingIn = server.state === "new" || server.state === "unreachable";
  return (
    <>
      <Section title={serverCare.setup}>
        {lettingIn ? (
          <SetupScript server={server} />
        ) : (
          <details>
            <summary className={classes.summary}>{serverCare.setupAgain}</summary>
            <SetupScript server={server} />
          </details>
        )}
      </Section>
      {server.host_key_fingerprint === null && <HostKey server={server} />}
    </>
  );
}

function HostKey({ server }: { server: Server }) {
  const api = useApi();
  const queryClient = useQueryClient();
  const offered = server.offered_host_key_fingerprint;
  const confirm = useMutation({
    mutationFn: (fingerprint: string) => confirmHostKey(api, server.number, fingerprint),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ["servers"] }),
  });
  return (
    <Section title={words.hostKeyTitle}>
      {offered === null ? (
        <Text role="status">{words.hostKeyWaiting}</Text>
      ) : (
        <Notice level="warn" title={offered}>
          <div>{words.hostKeyExplain}</div>
          <div>{words.hostKeyCommand}</div>
          <code>{PRINT_FINGERPRINTS}</code>
          {confirm.error && <ErrorNotice error={confirm.error} />}
          <Button mt={8} onClick={() => confirm.mutate(offered)} loading={confirm.isPending}>
            {words.hostKeyConfirm}
          </Button>
        </Notice>
      )}
    </Section>
  );
}
