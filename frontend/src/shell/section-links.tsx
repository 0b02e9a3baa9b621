/** Links to the sections in their groups, with icon, word and count. */
import { Tooltip } from "@mantine/core";
import { Link, useLocation } from "@tanstack/react-router";
import { useId } from "react";
import { usePermissions } from "@/api/permissions";
import { useLastWorkbench } from "@/lib/last-workbench";
import { formatCount } from "@/lib/units";
import { shell as words } from "@/messages/shell";
import classes from "./navigation.module.css";
import {
  type PageSection,
  SECTION_GROUPS,
  SECTION_ICONS,
  SECTION_PAGES,
  type SectionGroup,
  sectionAt,
} from "./sections";

export interface SectionLinksProps {
  rail?: boolean;
  counts: Partial<Record<PageSection, number>>;
  /** Called when a link was followed. */
  followed?: () => void;
}

export function SectionLinks(props: SectionLinksProps) {
  const { operate } = usePermissions();
  const may = (section: PageSection) => section !== "newRun" || operate;
  return SECTION_GROUPS.map((group) => (
    <Group key={group.key} {...props} group={{ ...group, sections: group.sections.filter(may) }} />
  ));
}

function Group({ group: { title, sections }, ...rest }: SectionLinksProps & { group: SectionGroup }) {
  const heading = useId();
  return (
    <div className={classes.group} data-untitled={title === undefined || undefined}>
      {title && !rest.rail && (
        <div id={heading} className={classes.groupTitle}>
          {title}
        </div>
      )}
      <ul aria-labelledby={title && !rest.rail ? heading : undefined} aria-label={rest.rail ? title : undefined}>
        {sections.map((section) => (
          <li key={section}>
            <SectionLink section={section} {...rest} />
          </li>
        ))}
      </ul>
    </div>
  );
}

function SectionLink({ section, rail = false, counts, followed }: SectionLinksProps & { section: PageSection }) {
  const isCurrent = useLocation({ select: ({ pathname }) => sectionAt(pathname) }) === section;
  const search = useSectionSearch(section, isCurrent);
  const Icon = SECTION_ICONS[section];
  const label = words.sections[section];
  const count = counts[section];
  return (
    <Tooltip label={label} position="right" disabled={!rail}>
      <Link
        to={SECTION_PAGES[section]}
        search={search}
        className={classes.entry}
        data-tour={section}
        activeOptions={{ exact: true }}
        aria-current={isCurrent ? "page" : undefined}
        data-current={isCurrent || undefined}
        onClick={followed}
      >
        <Icon size={rail ? 17 : 16} stroke={1.75} aria-hidden="true" />
        <span className={rail ? "visually-hidden" : classes.label}>{label}</span>
        {!rail && count !== undefined && count > 0 && (
          <span className={classes.count} aria-hidden="true">
            {formatCount(count)}
          </span>
        )}
      </Link>
    </Tooltip>
  );
}

const NO_SEARCH = {};

/** Leads back to the workbench that was opened last, and from there to an empty one. */
function useSectionSearch(section: PageSection, isCurrent: boolean) {
  const last = useLastWorkbench();
  return section === "workbench" && !isCurrent && last ? last.search : NO_SEARCH;
}
