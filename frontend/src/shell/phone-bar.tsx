/** The bar at the foot of a phone: the sections that are used most, and a sheet with all of them. */
import { IconMenu2 } from "@tabler/icons-react";
import { Link, useLocation } from "@tanstack/react-router";
import { lazy, Suspense, useState } from "react";
import { shell as words } from "@/messages/shell";
import { SECTION_ICONS, SECTION_PAGES, sectionAt } from "./sections";
import classes from "./top-bar.module.css";

const MoreSheet = lazy(() => import("./more-sheet").then((module) => ({ default: module.MoreSheet })));

const SECTIONS = ["home", "runs", "workbench", "queue"] as const;

export function PhoneBar() {
  const [isOpen, setOpen] = useState(false);
  const current = useLocation({ select: ({ pathname }) => sectionAt(pathname) });
  return (
    <>
      <nav aria-label={words.navigation} className={classes.phone}>
        {SECTIONS.map((section) => {
          const Icon = SECTION_ICONS[section];
          return (
            <Link
              key={section}
              to={SECTION_PAGES[section]}
              search={{}}
              activeOptions={{ exact: true }}
              aria-current={section === current ? "page" : undefined}
              data-current={section === current || undefined}
              data-tour={section}
            >
              <Icon size={21} stroke={1.75} aria-hidden="true" />
              {words.sections[section]}
            </Link>
          );
        })}
        <button
          type="button"
          aria-haspopup="dialog"
          aria-expanded={isOpen}
          data-tour="search"
          onClick={() => setOpen(true)}
        >
          <IconMenu2 size={21} stroke={1.75} aria-hidden="true" />
          {words.more}
        </button>
      </nav>
      {isOpen && (
        <Suspense>
          <MoreSheet close={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
