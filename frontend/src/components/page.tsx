/** The frame of a page: its title for the browser and for the eye, actions, and sections with headings. */
import { Title } from "@mantine/core";
import { type ReactNode, useId } from "react";
import { messages } from "@/messages";
import classes from "./page.module.css";
import { InTopBar, shortName, useHasPlace, usePageName } from "./top-bar";

export interface PageHeaderProps {
  /** Names the object first: it is the browser's title too. */
  title: string;
  documentTitle?: string;
  /** The name in the top bar, where that is not the title or the number in it. */
  crumb?: string;
  /** The one filled button of the page, in the top bar at every width. */
  primary?: ReactNode;
  /** Quiet and secondary actions: in the top bar where it is wide enough, else beside the title. */
  actions?: ReactNode;
  children?: ReactNode;
}

export function PageHeader({ title, documentTitle, crumb, primary, actions, children }: PageHeaderProps) {
  const isInBar = usePageName(crumb ?? shortName(title));
  const barHasActions = useHasPlace("actions");
  const showsActions = Boolean(actions) && !barHasActions;
  return (
    <header className={classes.header} data-empty={(isInBar && !showsActions && !children) || undefined}>
      <title>{messages.documentTitle(documentTitle ?? title)}</title>
      {primary && <InTopBar place="primary">{primary}</InTopBar>}
      {actions && barHasActions && <InTopBar place="actions">{actions}</InTopBar>}
      <div className={isInBar && !showsActions ? "visually-hidden" : classes.titleRow}>
        <Title order={1} className={isInBar ? "visually-hidden" : undefined} dir="auto">
          {title}
        </Title>
        {showsActions && <div className={classes.actions}>{actions}</div>}
      </div>
      {children && <div className={classes.meta}>{children}</div>}
    </header>
  );
}

export function Section({ title, children, aside }: { title: string; children: ReactNode; aside?: ReactNode }) {
  const heading = useId();
  return (
    <section className={classes.section} aria-labelledby={heading}>
      <div className={classes.titleRow}>
        <Title order={2} id={heading}>
          {title}
        </Title>
        {aside}
      </div>
      {children}
    </section>
  );
}

export function EmptyState({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className={classes.empty}>
      <strong>{title}</strong>
      {children}
    </div>
  );
}
