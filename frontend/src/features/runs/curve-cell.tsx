/** The key chart of a run in its row, read once the row is in sight; a run without one shows nothing. */
import { useInViewport } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { useApi } from "@/api/context";
import type { RunRow } from "@/api/run-table";
import { thumbnailQuery } from "@/api/thumbnails";
import { pictureOf } from "@/components/result-picture";
import { Thumbnail } from "@/parts/thumbnail";
import classes from "./runs.module.css";

export function CurveCell({ run, height }: { run: RunRow; height: number }) {
  const { ref, inViewport } = useInViewport<HTMLDivElement>();
  const { data: thumbnail } = useQuery({ ...thumbnailQuery(useApi(), run), enabled: inViewport });
  return (
    <div ref={ref} className={classes.curve} style={{ height }}>
      {thumbnail && <Thumbnail data={pictureOf(thumbnail, run.verdict?.status ?? null)} height={height} />}
    </div>
  );
}
