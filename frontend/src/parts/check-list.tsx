/** Results of checks, passed or not, one line each: warnings first. */
import { IconAlertCircle, IconAlertTriangle, IconCheck } from "@tabler/icons-react";
import { parts as words } from "@/messages/parts";
import classes from "./check-list.module.css";

export interface Check {
  tone: "ok" | "warn" | "err";
  text: string;
}

const ICONS = { ok: IconCheck, warn: IconAlertTriangle, err: IconAlertCircle } as const;

export function CheckList({ checks }: { checks: readonly Check[] }) {
  return (
    <ul className={classes.checks}>
      {checks.map(({ tone, text }) => {
        const Icon = ICONS[tone];
        return (
          <li key={text} data-tone={tone}>
            <Icon size={14} stroke={tone === "ok" ? 2.4 : 1.75} aria-label={words.checkTones[tone]} role="img" />
            <span dir="auto">{text}</span>
          </li>
        );
      })}
    </ul>
  );
}
