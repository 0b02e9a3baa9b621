/** Shows the tour on the first visit of a person, and whenever they start it again. */
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { useApi } from "@/api/context";
import { sessionQuery } from "@/api/session";
import { usePageShown } from "@/lib/page-shown";
import { useSpareTime } from "@/lib/spare-time";

const TourCard = lazy(() => import("./tour-card").then((module) => ({ default: module.TourCard })));

export interface TourProps {
  /** True if the address requests the tour. */
  isRequested: boolean;
  /** Takes that out of the address. */
  endRequest: () => void;
}

export function Tour({ isRequested, endRequest }: TourProps) {
  const { data: session } = useQuery(sessionQuery(useApi()));
  const [isFirst, setFirst] = useState(session?.settings.has_seen_tour === false);
  const isWanted = isRequested || isFirst;
  // It comes once Home is drawn and looked at; from then on it stays.
  const isQuiet = [usePageShown(), useSpareTime()].every(Boolean);
  const [isOpen, setOpen] = useState(false);
  if (isOpen !== isWanted && (isOpen || isQuiet)) setOpen(isWanted);
  if (!isOpen) return null;
  const end = () => {
    setFirst(false);
    if (isRequested) endRequest();
  };
  return (
    <Suspense>
      <TourCard end={end} />
    </Suspense>
  );
}
