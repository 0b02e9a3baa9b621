/** Notes the visit of Home, so that the next one marks what is new since. */
import { useEffect } from "react";
import { useApi } from "@/api/context";
import { noteVisit } from "@/api/session";
import { usePageShown } from "@/lib/page-shown";
import { useSpareTime } from "@/lib/spare-time";

/** The lab takes a visit for over after half an hour. */
const RENEW_MS = 10 * 60_000;

export function useVisit(): void {
  const api = useApi();
  const isPresent = [usePageShown(), useSpareTime()].every(Boolean);
  useEffect(() => {
    if (!isPresent) return;
    // A visit that is not noted makes results look new once more.
    const note = () => void noteVisit(api).catch(() => undefined);
    note();
    const renewing = window.setInterval(note, RENEW_MS);
    return () => window.clearInterval(renewing);
  }, [api, isPresent]);
}
