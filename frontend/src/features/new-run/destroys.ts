/** Check for jobs that would write to drives. */
import type { Profile } from "@/api/types";
import { isOnDrives, type JobDraft } from "./draft";
import { changesDrives } from "./preparation/catalogue";

/** Reading drives or waiting needs no serial number. */
export function destroys(draft: JobDraft, profile: Profile | undefined): boolean {
  return isOnDrives(draft) && (profile?.writes === true || draft.preparation?.some(changesDrives) === true);
}
