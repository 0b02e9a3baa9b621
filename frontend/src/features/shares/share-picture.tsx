/** Key chart of the first run of a permalink in small. */
import { useQuery } from "@tanstack/react-query";
import { useApi } from "@/api/context";
import { thumbnailQuery } from "@/api/thumbnails";
import type { Share } from "@/api/types";
import { useHasRested } from "@/components/lab-table/scroll-rest";
import { pictureOf } from "@/components/result-picture";
import { Thumbnail } from "@/parts/thumbnail";

export function SharePicture({ share: { picture_run }, height }: { share: Share; height: number }) {
  const hasRested = useHasRested();
  return hasRested && picture_run !== null ? <RunPicture run={picture_run} height={height} /> : null;
}

function RunPicture({ run, height }: { run: string; height: number }) {
  const { data } = useQuery(thumbnailQuery(useApi(), { number: run, state: "finished" }));
  return data ? <Thumbnail data={pictureOf(data, null)} height={height} /> : null;
}
