/** Button that discards an unstored import, or removes a stored one with its runs; both need a confirmation. */
import { useQueryClient } from "@tanstack/react-query";
import { useApi } from "@/api/context";
import { removeImport } from "@/api/imports";
import type { Import } from "@/api/types";
import { ConfirmButton } from "@/components/confirm-button";
import { imports as words } from "@/messages/imports";

export interface RemoveButtonProps {
  made: Pick<Import, "number" | "state">;
  /** True if the button names its import, because several are listed. */
  listed?: boolean;
  removed?: () => void;
  size?: "md";
}

export function RemoveButton({ made: { number, state }, listed = false, removed, size }: RemoveButtonProps) {
  const api = useApi();
  const queryClient = useQueryClient();
  const stored = state === "stored";
  const label = stored ? words.remove : words.discard;
  return (
    <ConfirmButton
      title={stored ? words.removeTitle(number) : words.discardTitle(number)}
      explanation={stored ? words.removeExplain : words.discardExplain}
      confirmLabel={label}
      openLabel={listed ? `${label} ${number}` : undefined}
      size={listed ? "xs" : size}
      keepLabel={words.keep}
      confirm={async () => {
        await removeImport(api, number);
        await queryClient.invalidateQueries({ queryKey: ["imports"] });
        void queryClient.invalidateQueries({ queryKey: ["runs"] });
        removed?.();
      }}
    />
  );
}
