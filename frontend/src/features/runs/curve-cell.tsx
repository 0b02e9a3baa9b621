/** Key chart of a run, read once it is in view; a run without one shows nothing. */
import { useInViewport } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { useApi } from "@/api/context";
import type { RunRow } from "@/api/run-table";
import { thumbnailQuery } from "@/api/thumbnails";
import { useHasRested } from "@/components/lab-table/scroll-rest";
import { pictureOf } from "@/components/result-picture";
import { Thumbnail } from "@/parts/thumbnail";
import classes from "./runs.module.css";

export interface CurveProps {
  run: RunRow;
  height: number;
}

/** In a row of a table, which is made when it is near. */
export function CurveCell({ run, height }: CurveProps) {
  const hasRested = useHasRested();
  return (
    <div className={classes.curve} style={{ height }}>
      {hasRested && <RunCurve run={run} height={height} />}
    </div>
  );
}

export function CurveOfCard({ run, height }: CurveProps) {
  const { ref, inViewport } = useInViewport<HTMLDivElement>();
  return (
    <div ref={ref} className={classes.curve} style={{ height }}>
      {inViewport && <RunCurve run={run} height={height} />}
    </div>
  );
}

function RunCurve({ run, height }: CurveProps) {
  const { data: thumbnail } = useQuery(thumbnailQuery(useApi(), run));
  return thumbnail && <Thumbnail data={pictureOf(thumbnail, run.verdict?.status ?? null)} height={height} />;
}
