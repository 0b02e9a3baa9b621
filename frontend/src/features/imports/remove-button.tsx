/** Discards an import that was only read, or removes a stored one with its runs; both ask first. */
import { useQueryClient } from "@tanstack/react-query";
import { useApi } from "@/api/context";
import { removeImport } from "@/api/imports";
import type { Import } from "@/api/types";
import { ConfirmButton } from "@/components/confirm-button";
import { imports as words } from "@/messages/imports";

export interface RemoveButtonProps {
  made: Pick<Import, "number" | "state">;
  /** Names the import in the button, where several stand below each other. */
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
