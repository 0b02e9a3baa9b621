/** Links to the pinned dashboards, each with its colour; nothing without pins. */
import { Tooltip } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useId } from "react";
import { usePinnedDashboards } from "@/components/use-pinned-dashboards";
import { shell as words } from "@/messages/shell";
import classes from "./navigation.module.css";
import type { SectionLinksProps } from "./section-links";

export function PinnedLinks({ rail = false, followed }: Pick<SectionLinksProps, "rail" | "followed">) {
  const heading = useId();
  const pinned = usePinnedDashboards();
  if (pinned.length === 0) return null;
  return (
    <div className={classes.group}>
      {!rail && (
        <div id={heading} className={classes.groupTitle}>
          {words.groups.pinned}
        </div>
      )}
      <ul aria-labelledby={rail ? undefined : heading} aria-label={rail ? words.groups.pinned : undefined}>
        {pinned.map(({ number, name, colour }) => (
          <li key={number}>
            <Tooltip label={name} position="right" disabled={!rail}>
              <Link
                to="/dashboards/$ref"
                params={{ ref: number }}
                className={classes.entry}
                title={rail ? undefined : name}
                onClick={followed}
              >
                <span
                  className={classes.colour}
                  style={{ background: `var(--sl-series-${colour + 1})` }}
                  aria-hidden="true"
                />
                <span className={rail ? "visually-hidden" : classes.label} dir="auto">
                  {name}
                </span>
              </Link>
            </Tooltip>
          </li>
        ))}
      </ul>
    </div>
  );
}
