/** The frame of every signed-in page: navigation, top bar, and the place where the page goes. */
import { AppShell } from "@mantine/core";
import { Outlet, useLocation, useMatches, useRouter } from "@tanstack/react-router";
import { type ReactNode, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
import { useApi } from "@/api/context";
import { LabStream } from "@/api/lab-stream";
import { type TopBar as Bar, TopBarContext, type TopBarPlace } from "@/components/top-bar";
import { type Density, usePreferences } from "@/lib/preferences";
import { useReachability } from "@/lib/reachability";
import { shell as words } from "@/messages/shell";
import { Announcer, useAnnouncer } from "./announcer";
import { Navigation } from "./navigation";
import { Palette } from "./palette";
import { PhoneBar } from "./phone-bar";
import { useRememberThing } from "./recent-things";
import classes from "./shell.module.css";
import { Shortcuts } from "./shortcuts";
import { useLabStatus } from "./status-line";
import { Toasts } from "./toasts-mount";
import { TopBar } from "./top-bar";
import { useWidth } from "./use-width";

const RAIL = 52;
const NAVIGATION = 216;
const TOP = 48;
const PHONE_TOP = 50;
const PHONE_BOTTOM = 62;

/** Its page is that of the address, unless another is given for an address that has none. */
export function Shell({ children }: { children?: ReactNode }) {
  const main = useFocusAfterNavigation();
  const width = useWidth();
  const { rail: isCollapsed, density } = usePreferences();
  useDensity(density);
  const isAnnouncer = useAnnouncer();
  // Its panels need the full width.
  const isWorkbench = useLocation({ select: ({ pathname }) => pathname === "/workbench" });
  const rail = width === "narrow" || isCollapsed || isWorkbench;
  const isPhone = width === "phone";
  const { bar, name, hasPage, hasThing, setPlace } = useBar(children !== undefined);
  useRememberThing(hasThing ? name : null);
  const { unreachableSince } = useReachability(useApi().reachability);
  const hasRoomForLine = useRoomForLine();
  return (
    <LabStream listensHidden={isAnnouncer}>
      <TopBarContext value={bar}>
        <AppShell
          layout="alt"
          withBorder={false}
          transitionDuration={0}
          header={{ height: isPhone ? PHONE_TOP : TOP }}
          navbar={isPhone ? undefined : { width: rail ? RAIL : NAVIGATION, breakpoint: 0 }}
          footer={isPhone ? { height: PHONE_BOTTOM, offset: false } : undefined}
        >
          <a className="skip-link" href="#main">
            {words.skip}
          </a>
          {!isPhone && (
            <AppShell.Navbar aria-label={words.navigation} className={classes.navigation} zIndex="var(--sl-z-top-bar)">
              <Navigation rail={rail} mayExpand={width === "wide" && !isWorkbench} />
            </AppShell.Navbar>
          )}
          <AppShell.Header className={classes.top} zIndex="var(--sl-z-top-bar)">
            <TopBar width={width} name={name} isGeneral={bar.isGeneral} hasPage={hasPage} setPlace={setPlace} />
          </AppShell.Header>
          <AppShell.Main
            id="main"
            ref={main}
            tabIndex={-1}
            className={classes.main}
            data-stale={unreachableSince === null ? undefined : true}
          >
            <div className={classes.page} data-below-line={hasRoomForLine || undefined}>
              {children ?? <Outlet />}
            </div>
          </AppShell.Main>
          {isPhone && (
            <AppShell.Footer className={classes.bottom} zIndex="var(--sl-z-phone-bar)">
              <PhoneBar />
            </AppShell.Footer>
          )}
          <Shortcuts />
          <Palette />
          <Toasts />
          {isAnnouncer && <Announcer />}
        </AppShell>
      </TopBarContext>
    </LabStream>
  );
}

/** Heights of rows and the room around pages are variables that the document sets. */
function useDensity(density: Density): void {
  useLayoutEffect(() => {
    document.documentElement.dataset.density = density;
  }, [density]);
}

/** The bar as pages see it. A page that belongs to no single thing is named by the bar alone. */
function useBar(isGiven: boolean) {
  const [name, setName] = useState<string | null>(null);
  const [hasPage, setHasPage] = useState(false);
  if (name !== null && !hasPage) setHasPage(true);
  const [places, setPlaces] = useState<Bar["places"]>({});
  const hasThing = useMatches({ select: (matches) => Object.keys(matches.at(-1)?.params ?? {}).length > 0 });
  const isGeneral = !isGiven && !hasThing;
  const setPlace = useCallback(
    (place: TopBarPlace, element: HTMLElement | null) =>
      setPlaces(({ [place]: _, ...others }) => (element ? { ...others, [place]: element } : others)),
    [],
  );
  const bar = useMemo(() => ({ places, isGeneral, setName }), [places, isGeneral]);
  return { bar, name, hasPage, hasThing, setPlace };
}

/** True if a status line was present when the page was opened: a later one overlays it, so that nothing moves. */
function useRoomForLine(): boolean {
  const hasLine = useLabStatus() !== null;
  const path = useLocation({ select: ({ pathname }) => pathname });
  const [opened, setOpened] = useState({ path, hasLine });
  if (opened.path !== path) setOpened({ path, hasLine });
  return opened.hasLine;
}

/** After a change of page the keyboard starts at its content; a change of filters leaves the focus alone. */
function useFocusAfterNavigation() {
  const main = useRef<HTMLElement>(null);
  const router = useRouter();
  useEffect(
    () =>
      router.subscribe("onResolved", ({ pathChanged, fromLocation }) => {
        if (pathChanged && fromLocation) main.current?.focus({ preventScroll: true });
      }),
    [router],
  );
  return main;
}
