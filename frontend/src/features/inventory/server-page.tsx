/** One server: its head, what is wrong with it, and the tab that the address names. */
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { type ReactNode, Suspense } from "react";
import { useApi } from "@/api/context";
import { usePermissions } from "@/api/permissions";
import { serverQuery } from "@/api/servers";
import type { Server } from "@/api/types";
import { ButtonLink } from "@/components/link";
import { Loading } from "@/components/loading";
import { NotShown } from "@/components/not-shown";
import { Notice } from "@/components/notice";
import { Section } from "@/components/page";
import { TabLinks } from "@/components/tab-links";
import { InTopBar, useHasPlace } from "@/components/top-bar";
import { formatDateTime } from "@/lib/units";
import { messages, word } from "@/messages";
import { hardware } from "@/messages/hardware";
import { server as words } from "@/messages/inventory";
import { serverPage } from "@/messages/server-page";
import { SkeletonBox } from "@/parts/skeleton";
import { Drives } from "./drives";
import { LatestChanges } from "./latest-changes";
import { MaintenanceTab } from "./maintenance-tab";
import { Quarantine } from "./quarantine";
import { ServerFacts } from "./server-facts";
import { DiscoverButton, ServerHead } from "./server-head";
import classes from "./server-page.module.css";
import { LatestRuns, ServerRuns } from "./server-runs";
import { SERVER_TABS, type ServerTab, type ServerView } from "./server-view";
import { Topology } from "./topology";

export interface ServerPageProps {
  reference: string;
  open: ServerView;
  change: (view: ServerView) => void;
  /** Arrays and controllers, below the drives. */
  hardware: (server: Server) => ReactNode;
  /** All changes, page by page. */
  changes: (server: Server) => ReactNode;
  /** Draw the manually entered facts of the server and its photos. */
  writtenDown: (server: Server) => ReactNode;
}

export function ServerPage(props: ServerPageProps) {
  const { reference, open, change } = props;
  const { data: server, error, refetch } = useQuery(serverQuery(useApi(), reference));
  if (!server && error) {
    return (
      <NotShown subject={word(hardware.kinds, "server")} error={error} retry={() => void refetch()}>
        {null}
      </NotShown>
    );
  }
  if (!server) return <ServerSkeleton />;
  return (
    <>
      <ServerHead
        server={server}
        tabs={<Tabs server={server} open={open} />}
        isReserving={open.dialog === "reserve"}
        setReserving={(isReserving) => change({ ...open, dialog: isReserving ? "reserve" : undefined })}
      />
      <Quarantine server={server} />
      <Troubles server={server} tab={open.tab} />
      <div className={classes.tab} data-tab={open.tab ?? "topology"}>
        <Suspense fallback={<Loading height={400} />}>
          <Tab server={server} {...props} />
        </Suspense>
      </div>
    </>
  );
}

function Tab({ server, open, change, hardware: pieces, changes, writtenDown }: ServerPageProps & { server: Server }) {
  switch (open.tab) {
    case "drives":
      return (
        <>
          <Section title={words.drives}>
            <Drives server={server} />
          </Section>
          {pieces(server)}
        </>
      );
    case "runs":
      return (
        <Section title={serverPage.tabs.runs}>
          <ServerRuns server={server} />
        </Section>
      );
    case "changes":
      return <Section title={serverPage.tabs.changes}>{changes(server)}</Section>;
    case "maintenance":
      return <MaintenanceTab server={server} reserve={() => change({ ...open, dialog: "reserve" })} />;
    default:
      return (
        <>
          <div className={server.state === "unreachable" ? `${classes.tab} ${classes.stale}` : classes.tab}>
            <Topology
              server={server}
              view={open.view ?? "health"}
              changeView={(view) => change({ ...open, view: view === "health" ? undefined : view })}
              slot={open.slot}
              chooseSlot={(slot) => change({ ...open, slot })}
              cards={
                <>
                  <LatestRuns server={server} />
                  <LatestChanges server={server} />
                </>
              }
            />
          </div>
          <Section title={serverPage.details}>
            <ServerFacts server={server} />
          </Section>
          {writtenDown(server)}
        </>
      );
  }
}

function Tabs({ server, open }: { server: Server; open: ServerView }) {
  const isInBar = useHasPlace("tabs");
  return (
    <InTopBar place="tabs">
      <TabLinks label={serverPage.views} isInBar={isInBar}>
        {[undefined, ...SERVER_TABS].map((tab) => (
          <Link
            key={tab ?? "topology"}
            to="/servers/$ref"
            params={{ ref: server.number }}
            // View, slot and the filters of the list stay.
            search={{ ...open, tab, dialog: undefined }}
            activeOptions={{ exact: true }}
          >
            {serverPage.tabs[tab ?? "topology"]}
            {tab === "drives" && <span aria-hidden="true">{server.drive_count}</span>}
          </Link>
        ))}
      </TabLinks>
    </InTopBar>
  );
}

function Troubles({ server, tab }: { server: Server; tab: ServerTab | undefined }) {
  const { operate } = usePermissions();
  const seen = server.last_seen_at ? serverPage.lastSeen(formatDateTime(server.last_seen_at)) : words.neverSeen;
  const needsAccess =
    operate && tab !== "maintenance" && server.transport === "ssh" && server.host_key_fingerprint === null;
  return (
    <>
      {server.discovery !== "idle" && <div role="status">{words.discovering}</div>}
      {server.last_error && (
        <Notice level="error" title={words.lastError}>
          <div>{server.last_error.message}</div>
          <div>{seen}</div>
          {operate && server.state !== "retired" && (
            <div>
              <DiscoverButton server={server} isRetry />
            </div>
          )}
        </Notice>
      )}
      {needsAccess && server.state !== "retired" && (
        <Notice level="info" title={serverPage.setup}>
          <div>
            <ButtonLink to="." search={(search) => ({ ...search, tab: "maintenance" })} variant="default">
              {serverPage.openMaintenance}
            </ButtonLink>
          </div>
        </Notice>
      )}
      {server.warnings.length > 0 && (
        <Notice level="warn" title={words.warnings}>
          {server.warnings.map((warning) => (
            <div key={warning}>{warning}</div>
          ))}
        </Notice>
      )}
    </>
  );
}

function ServerSkeleton() {
  return (
    <div aria-busy="true" className={classes.tab}>
      <span className="visually-hidden">{messages.loading}</span>
      <SkeletonBox height={72} />
      <SkeletonBox height={470} />
      <SkeletonBox height={260} />
    </div>
  );
}
