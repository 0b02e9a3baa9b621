/** A short outlined word, with its explanation on hover and focus: remarks, properties. */
import { Tooltip, UnstyledButton } from "@mantine/core";
import type { Badge } from "@/api/types";
import classes from "./tag.module.css";

export type TagLevel = "info" | "warn" | "error";

export function Tag({ label, detail, level = "info" }: { label: string; detail?: string | null; level?: TagLevel }) {
  if (!detail) {
    return (
      <span className={classes.tag} data-level={level}>
        {label}
      </span>
    );
  }
  return (
    <Tooltip label={detail}>
      <UnstyledButton className={classes.tag} data-level={level} aria-description={detail}>
        {label}
      </UnstyledButton>
    </Tooltip>
  );
}

export function BadgeTags({ badges }: { badges: readonly Badge[] }) {
  return (
    <span className={classes.row}>
      {badges.map((badge) => (
        <Tag key={badge.code} label={badge.label} detail={badge.detail} level={badge.level} />
      ))}
    </span>
  );
}
