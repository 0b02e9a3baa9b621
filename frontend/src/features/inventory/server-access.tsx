/** What is still needed before the lab may work on a server reached through SSH: its host key, and the lab's own key. */
import { Button, Text } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useApi } from "@/api/context";
import { confirmHostKey } from "@/api/servers";
import type { Server } from "@/api/types";
import { Copyable } from "@/components/copyable";
import { ErrorNotice, Notice } from "@/components/notice";
import { Section } from "@/components/page";
import { messages } from "@/messages";

const words = messages.server;
const PRINT_FINGERPRINTS = "for key in /etc/ssh/ssh_host_*_key.pub; do ssh-keygen -lf $key; done";

export function ServerAccess({ server }: { server: Server }) {
  if (server.transport === "local" || server.state === "retired") return null;
  const lettingIn = server.state === "new" || server.state === "unreachable";
  return (
    <>
      {lettingIn && server.lab_public_key && (
        <Section title={words.authorizeTitle}>
          <Text>{words.authorize(server.username ?? "")}</Text>
          <Copyable value={server.lab_public_key} label={words.authorizeTitle} />
        </Section>
      )}
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
