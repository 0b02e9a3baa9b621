/** One thing to know before reading on, with one action; at most one per page. */
import { IconAlertCircle, IconAlertTriangle, IconCircleCheck, IconInfoCircle } from "@tabler/icons-react";
import type { ReactNode } from "react";
import classes from "./callout.module.css";

const ICONS = { info: IconInfoCircle, ok: IconCircleCheck, warn: IconAlertTriangle, err: IconAlertCircle } as const;

export interface CalloutProps {
  tone: keyof typeof ICONS;
  fact: string;
  children?: ReactNode;
  action?: ReactNode;
  /** Read at once, where it follows from what a person just did. */
  isAlert?: boolean;
}

export function Callout({ tone, fact, children, action, isAlert = false }: CalloutProps) {
  const Icon = ICONS[tone];
  return (
    <div className={classes.callout} data-tone={tone} role={isAlert ? "alert" : undefined}>
      <Icon size={16} stroke={1.75} className={classes.icon} aria-hidden="true" />
      <div className={classes.text}>
        <strong dir="auto">{fact}</strong>
        {children && <div>{children}</div>}
      </div>
      {action}
    </div>
  );
}
