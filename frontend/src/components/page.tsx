/** The frame of a page: its title for the browser and for the eye, actions, and sections with headings. */
import { Title } from "@mantine/core";
import { type ReactNode, useId } from "react";
import { messages } from "@/messages";
import classes from "./page.module.css";

export interface PageHeaderProps {
  /** Names the object first: it is the browser's title too. */
  title: string;
  documentTitle?: string;
  actions?: ReactNode;
  children?: ReactNode;
}

export function PageHeader({ title, documentTitle, actions, children }: PageHeaderProps) {
  return (
    <header className={classes.header}>
      <title>{messages.documentTitle(documentTitle ?? title)}</title>
      <div className={classes.titleRow}>
        <Title order={1}>{title}</Title>
        {actions && <div className={classes.actions}>{actions}</div>}
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
