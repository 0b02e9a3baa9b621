/** Reason for a server's quarantine, its unknown processes, and the ways out for an administrator. */
import { useQueryClient } from "@tanstack/react-query";
import { useApi } from "@/api/context";
import { usePermissions } from "@/api/permissions";
import { releaseServer, resyncServer } from "@/api/server-care";
import type { Server } from "@/api/types";
import { Notice } from "@/components/notice";
import { PromptButton, type PromptButtonProps } from "@/components/prompt-button";
import { serverCare as words } from "@/messages/server-care";

const REASON = { name: "reason", label: words.reason, hint: words.reasonHint, missing: words.reasonMissing };

export function Quarantine({ server }: { server: Server }) {
  const { administer } = usePermissions();
  const quarantined = server.state === "quarantined";
  return (
    <>
      {quarantined && (
        <Notice level="error" title={words.quarantine}>
          <div>{server.state_reason ?? words.quarantineNoReason}</div>
          <div>{words.quarantineAdvice}</div>
          {administer ? (
            <div>
              <ReleaseButton server={server} /> <ResyncButton server={server} />
            </div>
          ) : (
            <div>{words.quarantineHint}</div>
          )}
        </Notice>
      )}
      {server.unknown_attempts.length > 0 && (
        <Notice level="warn" title={words.strangers}>
          {server.unknown_attempts.map(({ attempt_id, message }) => (
            <div key={`${attempt_id} ${message}`}>{message}</div>
          ))}
          <div>{words.strangersAdvice}</div>
        </Notice>
      )}
      {server.resync_requested && <Notice level="info">{words.resyncRequested}</Notice>}
    </>
  );
}

/** Return the common parts of both ways out. */
function useCare(server: Server) {
  const api = useApi();
  const queryClient = useQueryClient();
  const after = async (done: Promise<unknown>) => {
    await done;
    await queryClient.invalidateQueries({ queryKey: ["servers"] });
  };
  return { api, ref: server.number, after };
}

function ReleaseButton({ server }: { server: Server }) {
  const { api, ref, after } = useCare(server);
  const dialog: PromptButtonProps = {
    label: words.release,
    title: words.releaseTitle,
    explanation: words.releaseExplain,
    confirmLabel: words.releaseConfirm,
    keepLabel: words.releaseKeep,
    fields: [REASON],
    confirm: ({ reason = "" }) => after(releaseServer(api, ref, reason)),
  };
  return <PromptButton {...dialog} />;
}

function ResyncButton({ server }: { server: Server }) {
  const { api, ref, after } = useCare(server);
  const typed = words.serverName(server.name);
  const dialog: PromptButtonProps = {
    label: words.resync,
    title: words.resyncTitle,
    explanation: words.resyncExplain,
    confirmLabel: words.resyncConfirm,
    keepLabel: words.resyncKeep,
    fields: [{ name: "name", label: typed, missing: words.serverNameWrong, exactly: server.name }, REASON],
    confirm: ({ name = "", reason = "" }) => after(resyncServer(api, ref, { name, reason })),
  };
  return <PromptButton {...dialog} />;
}
