/** The frame of a page about one thing: its name, badges and facts, then a main column with a rail beside it. */
import { Title } from "@mantine/core";
import type { ReactNode } from "react";
import { messages } from "@/messages";
import classes from "./detail-page.module.css";
import { InTopBar, useHasPlace, usePageName } from "./top-bar";

export interface DetailHeadProps {
  title: string;
  /** In the top bar: shorter than the title, such as where the thing is. */
  crumb: string;
  /** The title of the browser begins with it. */
  documentTitle?: string;
  badges?: ReactNode;
  /** One line below the title, parted by points; what is null is left out. */
  facts?: readonly { key: string; node: ReactNode }[];
  atEnd?: ReactNode;
  tabs?: ReactNode;
  /** The one filled button of the page. */
  primary?: ReactNode;
  actions?: ReactNode;
}

export function DetailHead(props: DetailHeadProps) {
  const { title, crumb, documentTitle, badges, facts = [], atEnd, tabs, primary, actions } = props;
  usePageName(crumb);
  const barHasActions = useHasPlace("actions");
  const shown = facts.filter(({ node }) => node !== null && node !== undefined && node !== "");
  return (
    <header className={classes.head}>
      <title>{messages.documentTitle(documentTitle ?? title)}</title>
      {actions && (
        <InTopBar place="actions">
          <div className={classes.actions} data-in-page={!barHasActions || undefined}>
            {actions}
          </div>
        </InTopBar>
      )}
      {primary && <InTopBar place="primary">{primary}</InTopBar>}
      <div className={classes.names}>
        <div className={classes.titleRow}>
          <Title order={1} dir="auto" className={classes.title}>
            {title}
          </Title>
          {badges}
        </div>
        {shown.length > 0 && (
          <div className={classes.facts}>
            {shown.map(({ key, node }) => (
              <span key={key}>{node}</span>
            ))}
          </div>
        )}
      </div>
      {atEnd && <div className={classes.atEnd}>{atEnd}</div>}
      {tabs && <InTopBar place="tabs">{tabs}</InTopBar>}
    </header>
  );
}

/** Beside each other where it is wide, the rail below where it is not. */
export function DetailColumns({ rail, children }: { rail: ReactNode; children: ReactNode }) {
  return (
    <div className={classes.columns}>
      <div className={classes.column}>{children}</div>
      <aside className={classes.column}>{rail}</aside>
    </div>
  );
}

/** Head and content below each other. */
export function DetailPage({ children }: { children: ReactNode }) {
  return <div className={classes.page}>{children}</div>;
}
