/** Panel without a drawing: loading, failed, or without data, with one line of text. */
import { ActionIcon, Menu } from "@mantine/core";
import { IconDots } from "@tabler/icons-react";
import type { ReactNode } from "react";
import type { FigureAct } from "@/charts/figure-menu";
import { panelTitle } from "@/charts/panels";
import type { Panel } from "@/charts/workbench/document";
import { heightOf } from "@/charts/workbench/grid";
import { ErrorNotice } from "@/components/notice";
import { figure } from "@/messages/figure";
import { SkeletonBox, Waiting } from "@/parts/skeleton";
import classes from "./workbench.module.css";

export interface PanelFrameProps {
  panel: Panel;
  acts: readonly FigureAct[];
  title?: string;
  subtitle?: string;
  children: ReactNode;
}

export function PanelFrame({ panel, acts, title = panelTitle(panel), subtitle, children }: PanelFrameProps) {
  return (
    <section className={classes.frame} aria-label={title}>
      <div className={classes.frameHead} data-figure-head="">
        <h2 className={classes.frameTitle}>{title}</h2>
        {subtitle && <span className={classes.subtitle}>{subtitle}</span>}
        <span className={classes.space} />
        {acts.length > 0 && (
          <Menu position="bottom-end" width={248}>
            <Menu.Target>
              <ActionIcon variant="subtle" size={26} aria-label={figure.menu(title)} title={figure.menu(title)}>
                <IconDots size={16} aria-hidden="true" />
              </ActionIcon>
            </Menu.Target>
            <Menu.Dropdown>
              {acts.map(({ label, run }) => (
                <Menu.Item key={label} onClick={run}>
                  {label}
                </Menu.Item>
              ))}
            </Menu.Dropdown>
          </Menu>
        )}
      </div>
      {children}
    </section>
  );
}

/** Show the reason why a panel has nothing to draw. */
export function NothingToDraw({ reason, ...frame }: Omit<PanelFrameProps, "children"> & { reason: string }) {
  return (
    <PanelFrame {...frame}>
      <p className={classes.nothing}>{reason}</p>
    </PanelFrame>
  );
}

const HEAD = 62;

export function PanelWaiting(frame: Omit<PanelFrameProps, "children">) {
  return (
    <PanelFrame {...frame}>
      <Waiting>
        <SkeletonBox height={heightOf(frame.panel) - HEAD} />
      </Waiting>
    </PanelFrame>
  );
}

export function PanelFailed({
  error,
  retry,
  ...frame
}: Omit<PanelFrameProps, "children"> & { error: unknown; retry: () => void }) {
  return (
    <PanelFrame {...frame}>
      <ErrorNotice error={error} retry={retry} />
    </PanelFrame>
  );
}
