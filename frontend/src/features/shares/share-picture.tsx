/** The first chart of a permalink in small, as its page shows it, or its ratings. */
import { useComputedColorScheme } from "@mantine/core";
import { IconFileText } from "@tabler/icons-react";
import { useApi } from "@/api/context";
import { sharePictureAddress } from "@/api/shares";
import type { Share } from "@/api/types";
import { useHasRested } from "@/components/lab-table/scroll-rest";
import classes from "./share-list.module.css";

/** In CSS px, as the lab draws them. */
const SIZES = { row: { width: 46, height: 24 }, head: { width: 248, height: 78 } } as const;

export interface SharePictureProps {
  share: Pick<Share, "number" | "picture">;
  size: keyof typeof SIZES;
}

export function SharePicture({ share: { number, picture }, size }: SharePictureProps) {
  const api = useApi();
  const theme = useComputedColorScheme("light");
  const hasRested = useHasRested();
  if (picture === null) {
    return size === "row" ? (
      <IconFileText className={classes.noPicture} size={18} stroke={1.5} aria-hidden="true" />
    ) : null;
  }
  return hasRested ? (
    <img
      className={classes.drawing}
      src={sharePictureAddress(api, number, { theme, size })}
      {...SIZES[size]}
      alt=""
      loading="lazy"
      decoding="async"
    />
  ) : null;
}
