/** The last minutes of a run at work: a small curve and its newest value, in room that is kept for them. */
import { Skeleton } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useMemo } from "react";
import { useApi } from "@/api/context";
import { recentQuery } from "@/api/recent-series";
import { formatIops } from "@/lib/units";
import { messages } from "@/messages";
import classes from "./overview.module.css";
import { recentPoints } from "./recent-points";

const Sparkline = lazy(() => import("@/charts/sparkline/sparkline").then((module) => ({ default: module.Sparkline })));

export function Recent({ runId }: { runId: string }) {
  const { data } = useQuery(recentQuery(useApi(), runId));
  const points = useMemo(() => (data ? recentPoints(data) : null), [data]);
  const last = points?.values.findLast((value) => value !== null) ?? null;
  return (
    <div className={classes.recent}>
      {points && last !== null && (
        <>
          <Suspense fallback={<Skeleton width={120} height={28} />}>
            <Sparkline data={points} />
          </Suspense>
          {/* The curve says it too, in words. */}
          <span data-numeric aria-hidden="true">
            {formatIops(last)}
          </span>
        </>
      )}
      {points && last === null && messages.none}
    </div>
  );
}
