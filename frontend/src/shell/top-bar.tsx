/** The bar above every page: where it belongs, its name, its tabs and actions, and the bell. */
import { IconChevronRight } from "@tabler/icons-react";
import { Link, useLocation, useMatches } from "@tanstack/react-router";
import { useCallback } from "react";
import { TOP_BAR_PLACES, type TopBarPlace } from "@/components/top-bar";
import { messages } from "@/messages";
import { shell as words } from "@/messages/shell";
import { Bell } from "./bell";
import { Logo } from "./logo";
import { SECTION_PAGES, sectionAt } from "./sections";
import { StatusLine } from "./status-line";
import classes from "./top-bar.module.css";
import type { Width } from "./use-width";

export interface TopBarProps {
  width: Width;
  /** Name of the page; null while it is loading. */
  name: string | null;
  isGeneral: boolean;
  /** True if a page has loaded since the window was opened. */
  hasPage: boolean;
  setPlace: (place: TopBarPlace, element: HTMLElement | null) => void;
}

export function TopBar({ width, name, isGeneral, hasPage, setPlace }: TopBarProps) {
  const isPhone = width === "phone";
  const isHome = useLocation({ select: ({ pathname }) => pathname === "/" });
  return (
    <>
      <div className={classes.bar}>
        {isPhone && (
          <Link to="/" className={classes.logo} aria-label={messages.product} activeOptions={{ exact: true }}>
            <Logo size={24} />
          </Link>
        )}
        <Crumbs name={name} isGeneral={isGeneral} isShort={isPhone} />
        {width === "wide" && TOP_BAR_PLACES.slice(0, 2).map((place) => <Place key={place} {...{ place, setPlace }} />)}
        <div className={classes.end} data-waiting={!hasPage || undefined}>
          {(!isPhone || isHome) && <Bell />}
          {width === "wide" && <Place place="actions" setPlace={setPlace} />}
          <Place place="primary" setPlace={setPlace} />
        </div>
      </div>
      <StatusLine />
    </>
  );
}

function Place({ place, setPlace }: Pick<TopBarProps, "setPlace"> & { place: TopBarPlace }) {
  const attach = useCallback(
    (element: HTMLElement | null) => {
      setPlace(place, element);
      return () => setPlace(place, null);
    },
    [place, setPlace],
  );
  return <div className={classes.place} ref={attach} />;
}

interface CrumbsProps {
  name: string | null;
  isGeneral: boolean;
  isShort: boolean;
}

/** The section, and the thing or page in it; a section itself is only named. */
function Crumbs({ name, isGeneral, isShort }: CrumbsProps) {
  // The page that is shown, which is not yet that of the address while the next one loads.
  const path = useMatches({ select: (matches) => matches.at(-1)?.pathname.replace(/(?<=.)\/$/, "") ?? "" });
  const section = sectionAt(path);
  const page = section && section in SECTION_PAGES ? SECTION_PAGES[section as keyof typeof SECTION_PAGES] : null;
  const label = section && words.sections[section];
  const isItself = page === path || (isGeneral && name === label);
  const last = isItself ? label : name;
  return (
    <nav aria-label={words.breadcrumb} className={classes.crumbs}>
      <ol>
        {label && !isItself && !(isShort && last) && (
          <li>
            {page ? (
              <Link to={page} search={{}} activeOptions={{ exact: true }}>
                {label}
              </Link>
            ) : (
              label
            )}
            {last && <IconChevronRight size={14} stroke={1.75} aria-hidden="true" />}
          </li>
        )}
        {last && (
          <li aria-current="page" className={classes.name} title={last} dir="auto">
            {last}
          </li>
        )}
      </ol>
    </nav>
  );
}
