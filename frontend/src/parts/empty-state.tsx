/** An empty list or panel: the things that will appear there, and the way to get them. */
import type { ReactNode } from "react";
import classes from "./empty-state.module.css";

export interface EmptyStateProps {
  title: string;
  /** One sentence. */
  text: string;
  /** At most two buttons, the primary one first. */
  actions?: readonly [ReactNode] | readonly [ReactNode, ReactNode];
}

export function EmptyState({ title, text, actions }: EmptyStateProps) {
  return (
    <div className={classes.empty}>
      <svg className={classes.picture} viewBox="0 0 200 74" aria-hidden="true">
        <rect x="124" y="14" width="62" height="50" rx="4" />
        <path d="M8 12h28c26 0 22 36 66 37h90" />
      </svg>
      <strong className={classes.title} dir="auto">
        {title}
      </strong>
      <p className={classes.text}>{text}</p>
      {actions && (
        <div className={classes.actions}>
          {actions[0]}
          {actions[1]}
        </div>
      )}
    </div>
  );
}
