/** Permission to remove an import: operators if it was only read, administrators if it was stored. */
import { mayChange } from "@/api/session";
import type { Import, Session } from "@/api/types";

export function mayRemove({ state }: Pick<Import, "state">, session: Session | undefined): boolean {
  if (state === "discarded" || state === "storing") return false;
  return state === "stored" ? session?.user.role === "admin" : mayChange(session);
}
