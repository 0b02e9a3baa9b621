/** Gives an attempt up by force, for administrators: the name of the server has to be typed. */
import { useQueryClient } from "@tanstack/react-query";
import { overrideAttempt } from "@/api/attempts";
import { useApi } from "@/api/context";
import { usePermissions } from "@/api/permissions";
import type { Attempt } from "@/api/types";
import { PromptButton } from "@/components/prompt-button";
import { attempts as words } from "@/messages/attempts";

export function OverrideButton({ attempt, server }: { attempt: Attempt; server: string }) {
  const api = useApi();
  const queryClient = useQueryClient();
  const { administer } = usePermissions();
  if (!administer) return null;
  return (
    <PromptButton
      label={words.override}
      size="xs"
      title={words.overrideTitle}
      explanation={words.overrideExplain}
      confirmLabel={words.overrideConfirm}
      keepLabel={words.overrideKeep}
      fields={[
        { name: "server_name", label: words.serverName(server), missing: words.serverNameWrong, exactly: server },
        { name: "reason", label: words.reason, hint: words.reasonHint, missing: words.reasonMissing },
      ]}
      confirm={async ({ server_name = "", reason = "" }) => {
        await overrideAttempt(api, attempt.number, { server_name, reason });
        await queryClient.invalidateQueries({ queryKey: ["runs"] });
      }}
    />
  );
}
