/** The navigation beside every page: search, the sections with their counts, what runs, and the account. */
import { ActionIcon, Kbd, Tooltip } from "@mantine/core";
import { IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand, IconSearch } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { changePreferences } from "@/lib/preferences";
import { messages } from "@/messages";
import { shell as words } from "@/messages/shell";
import { Account } from "./account";
import { LiveBox } from "./live-box";
import { Logo } from "./logo";
import classes from "./navigation.module.css";
import { openPalette, preloadPalette } from "./palette-state";
import { PinnedLinks } from "./pinned-links";
import { SectionLinks } from "./section-links";
import { useShownCounts } from "./use-lab-counts";

export interface NavigationProps {
  /** Only icons. */
  rail: boolean;
  /** True if a person may change that at this width. */
  mayExpand: boolean;
}

export function Navigation({ rail, mayExpand }: NavigationProps) {
  const counts = useShownCounts();
  const toggle = mayExpand && <RailToggle rail={rail} />;
  return (
    <div className={classes.side} data-rail={rail || undefined}>
      <div className={classes.head}>
        <Link to="/" className={classes.brand} aria-label={messages.product} activeOptions={{ exact: true }}>
          <Logo size={rail ? 28 : 24} />
          {!rail && messages.product}
        </Link>
        {!rail && toggle}
      </div>
      <SearchButton rail={rail} />
      <div className={classes.sections}>
        <SectionLinks rail={rail} counts={counts?.entries ?? {}} />
        <PinnedLinks rail={rail} />
      </div>
      <div className={classes.foot}>
        {rail && toggle}
        {!rail && <LiveBox counts={counts} />}
        <Account rail={rail} />
      </div>
    </div>
  );
}

function RailToggle({ rail }: { rail: boolean }) {
  const label = rail ? words.expand : words.collapse;
  const Icon = rail ? IconLayoutSidebarLeftExpand : IconLayoutSidebarLeftCollapse;
  return (
    <Tooltip label={label} position="right">
      <ActionIcon
        variant="subtle"
        size={26}
        className={classes.quiet}
        aria-label={label}
        aria-keyshortcuts="["
        onClick={() => changePreferences({ rail: !rail })}
      >
        <Icon size={16} stroke={1.75} />
      </ActionIcon>
    </Tooltip>
  );
}

function SearchButton({ rail }: { rail: boolean }) {
  return (
    <Tooltip label={words.search} position="right" disabled={!rail}>
      <button
        type="button"
        className={classes.search}
        aria-label={rail ? words.search : undefined}
        aria-keyshortcuts="Control+K /"
        aria-haspopup="dialog"
        data-tour="search"
        onClick={() => openPalette()}
        onPointerEnter={preloadPalette}
        onFocus={preloadPalette}
      >
        <IconSearch size={rail ? 17 : 15} stroke={1.75} aria-hidden="true" />
        {!rail && (
          <>
            <span>{words.search}</span>
            <Kbd>Ctrl K</Kbd>
          </>
        )}
      </button>
    </Tooltip>
  );
}
