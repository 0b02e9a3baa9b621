/** The frame of every signed-in page: navigation, theme, user, and the place where the page goes. */
import { ActionIcon, Button, Menu, Tooltip, useComputedColorScheme, useMantineColorScheme } from "@mantine/core";
import { IconMoon, IconPlus, IconSun, IconUser } from "@tabler/icons-react";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link, Outlet, useLocation, useNavigate, useRouter } from "@tanstack/react-router";
import { lazy, type ReactNode, Suspense, useEffect, useRef } from "react";
import { useApi } from "@/api/context";
import { usePermissions } from "@/api/permissions";
import { sessionQuery, signOut } from "@/api/session";
import { ButtonLink } from "@/components/link";
import { useTray } from "@/lib/compare-tray";
import { useReachability } from "@/lib/reachability";
import { writeRunList } from "@/lib/run-list";
import { messages } from "@/messages";
import { OfflineBanner } from "./offline-banner";
import { PauseBanner } from "./pause-banner";
import { SearchBox } from "./search-box";
import classes from "./shell.module.css";
import { Shortcuts } from "./shortcuts";

const CompareTray = lazy(() => import("@/components/compare-tray").then((module) => ({ default: module.CompareTray })));

/** Its page is that of the address, unless another is given for an address that has none. */
export function Shell({ children }: { children?: ReactNode }) {
  const main = useFocusAfterNavigation();
  const { operate } = usePermissions();
  const { unreachableSince } = useReachability(useApi().reachability);
  return (
    <div className={classes.shell}>
      <a className="skip-link" href="#main">
        {messages.shell.skip}
      </a>
      <header className={classes.header}>
        <div className={classes.headerRow}>
          <Link to="/" className={classes.brand}>
            <img src="/favicon.svg" alt="" width={20} height={20} />
            {messages.product}
          </Link>
          <nav aria-label={messages.shell.navigation} className={classes.navigation}>
            <Link to="/runs">{messages.shell.runs}</Link>
            <CompareLink />
            <Link to="/rankings">{messages.shell.rankings}</Link>
            <Link to="/jobs" activeOptions={{ exact: false }}>
              {messages.shell.jobs}
            </Link>
            <Link to="/queue">{messages.shell.queue}</Link>
            <Link to="/campaigns" activeOptions={{ exact: false }}>
              {messages.shell.campaigns}
            </Link>
            <Link to="/import" activeOptions={{ exact: false }}>
              {messages.shell.imports}
            </Link>
            <Link to="/inventory">{messages.shell.inventory}</Link>
            <Link to="/profiles" activeOptions={{ exact: false }}>
              {messages.shell.profiles}
            </Link>
          </nav>
          <div className={classes.controls}>
            <SearchBox />
            {operate && (
              <ButtonLink to="/jobs/new" size="xs" leftSection={<IconPlus size={16} aria-hidden="true" />}>
                {messages.shell.newJob}
              </ButtonLink>
            )}
            <ThemeToggle />
            <UserMenu />
          </div>
        </div>
      </header>
      <OfflineBanner />
      <PauseBanner />
      <main
        id="main"
        ref={main}
        tabIndex={-1}
        className={classes.main}
        data-stale={unreachableSince === null ? undefined : true}
      >
        {children ?? <Outlet />}
      </main>
      <Tray />
      <Shortcuts />
    </div>
  );
}

/** Leads to what was gathered on other pages, and without it to where runs are chosen. */
function CompareLink() {
  const runs = useTray();
  return (
    <Link to="/compare" search={{ runs: writeRunList(runs) }} activeOptions={{ includeSearch: false }}>
      {messages.shell.compare}
    </Link>
  );
}

function ThemeToggle() {
  const { setColorScheme } = useMantineColorScheme();
  const scheme = useComputedColorScheme("light");
  const label = scheme === "dark" ? messages.shell.toLight : messages.shell.toDark;
  return (
    <Tooltip label={label}>
      <ActionIcon
        variant="default"
        size={30}
        aria-label={label}
        onClick={() => setColorScheme(scheme === "dark" ? "light" : "dark")}
      >
        {scheme === "dark" ? <IconSun size={18} stroke={1.75} /> : <IconMoon size={18} stroke={1.75} />}
      </ActionIcon>
    </Tooltip>
  );
}

/** On the list of runs the selection itself, and on the comparison its entries, say what was gathered. */
const WITHOUT_TRAY: ReadonlySet<string> = new Set(["/runs", "/compare"]);

function Tray() {
  const path = useLocation({ select: ({ pathname }) => pathname });
  const isNeeded = useTray().length > 0 && !WITHOUT_TRAY.has(path);
  return isNeeded ? (
    <Suspense fallback={null}>
      <CompareTray />
    </Suspense>
  ) : null;
}

function UserMenu() {
  const api = useApi();
  const { data: session } = useQuery(sessionQuery(api));
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const leave = useMutation({
    mutationFn: () => signOut(api),
    onSuccess: async () => {
      await navigate({ to: "/sign-in" });
      queryClient.clear();
    },
  });
  const name = session?.user.name ?? "";
  return (
    <Menu position="bottom-end" shadow="md">
      <Menu.Target>
        <Button
          variant="default"
          size="xs"
          aria-label={messages.shell.userMenu(name)}
          leftSection={<IconUser size={16} stroke={1.75} aria-hidden="true" />}
          classNames={{ section: classes.userIcon, label: classes.userName }}
        >
          {name}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{messages.shell.userMenu(name)}</Menu.Label>
        <Menu.Label>{messages.shell.role(session?.user.role ?? messages.unknown)}</Menu.Label>
        <Menu.Item component={Link} to="/shares">
          {messages.shell.shares}
        </Menu.Item>
        <Menu.Item component={Link} to="/settings">
          {messages.shell.settings}
        </Menu.Item>
        <Menu.Item component={Link} to="/help">
          {messages.shell.help}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item onClick={() => leave.mutate()}>{messages.shell.signOut}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

/**
 * After a change of page the keyboard starts at its content; a change of filters leaves the focus alone, and so does the
 * search, which opens its page while somebody types.
 */
function useFocusAfterNavigation() {
  const main = useRef<HTMLElement>(null);
  const router = useRouter();
  useEffect(
    () =>
      router.subscribe("onResolved", ({ pathChanged, fromLocation }) => {
        if (pathChanged && fromLocation && document.activeElement?.id !== "search-box")
          main.current?.focus({ preventScroll: true });
      }),
    [router],
  );
  return main;
}
