/** The first chart of a permalink in small, as its page shows it, or its ratings. */
import { useComputedColorScheme } from "@mantine/core";
import { IconFileText } from "@tabler/icons-react";
import { useEffect, useRef, useState } from "react";
import { useApi } from "@/api/context";
import { sharePictureAddress } from "@/api/shares";
import type { Share } from "@/api/types";
import { useHasRested } from "@/components/lab-table/scroll-rest";
import classes from "./share-list.module.css";

/** In CSS px, as the lab draws them. */
const SIZES = { row: { width: 46, height: 24 }, head: { width: 248, height: 78 } } as const;

const MAX_ATTEMPTS = 3;
const RETRY_MS = 5000;

export interface SharePictureProps {
  share: Pick<Share, "number" | "picture">;
  size: keyof typeof SIZES;
}

export function SharePicture({ share: { number, picture }, size }: SharePictureProps) {
  const api = useApi();
  const theme = useComputedColorScheme("light");
  const hasRested = useHasRested();
  const [attempt, setAttempt] = useState(0);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  if (picture === null) {
    return size === "row" ? (
      <IconFileText className={classes.noPicture} size={18} stroke={1.5} aria-hidden="true" />
    ) : null;
  }
  return hasRested ? (
    <img
      key={attempt}
      onError={() => {
        // The lab draws a limited number at a time: request it again.
        if (attempt < MAX_ATTEMPTS) timer.current = setTimeout(() => setAttempt(attempt + 1), RETRY_MS);
      }}
      className={classes.drawing}
      src={sharePictureAddress(api, number, { theme, size })}
      {...SIZES[size]}
      alt=""
      loading="lazy"
      decoding="async"
    />
  ) : null;
}
