/** Permissions of the signed-in person; a page offers only permitted actions. */
import { useQuery } from "@tanstack/react-query";
import { useApi } from "./context";
import { mayChange, sessionQuery } from "./session";

export interface Permissions {
  /** Runs, cancels, pauses, reorders. */
  operate: boolean;
  /** Enrols, protects, releases, overrides. */
  administer: boolean;
}

/** Nothing is allowed until the session is known. */
export function usePermissions(): Permissions {
  const { data: session } = useQuery(sessionQuery(useApi()));
  return { operate: mayChange(session), administer: session?.user.role === "admin" };
}
