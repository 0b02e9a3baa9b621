/** The head of a campaign: title and state, where and how much, and at the right how far it is and when it ends. */
import { Title } from "@mantine/core";
import { IconChartDots3 } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { type ArrayState, isTerminalCampaign } from "@/api/campaigns";
import { usePermissions } from "@/api/permissions";
import type { Campaign, CampaignMatrix } from "@/api/types";
import head from "@/components/detail-page.module.css";
import { AnchorLink, ButtonLink } from "@/components/link";
import { TabLinks } from "@/components/tab-links";
import { InTopBar, useHasPlace, usePageName } from "@/components/top-bar";
import { useNow } from "@/lib/use-now";
import { messages } from "@/messages";
import { campaign as words } from "@/messages/campaigns";
import { HeadNumbers } from "@/parts/head-numbers";
import { CampaignMenu, PauseButton } from "./campaign-actions";
import classes from "./campaigns.module.css";
import { columnGroups } from "./cell-grid";
import { dayAndClock } from "./moments";
import { progressOf } from "./progress";
import { CampaignBadge } from "./state-labels";

const CLOCK_MS = 30_000;

export interface CampaignHeadProps {
  campaign: Campaign;
  matrix: CampaignMatrix | undefined;
  reference: string;
  array: ArrayState | undefined;
}

export function CampaignHead({ campaign, matrix, reference, array }: CampaignHeadProps) {
  const { number, name, state } = campaign;
  const barHasActions = useHasPlace("actions");
  const isInBar = useHasPlace("tabs");
  usePageName(number);
  const menu = <CampaignMenu campaign={campaign} />;
  return (
    <header className={classes.pageHead}>
      <title>{messages.documentTitle(`${number} · ${name}`)}</title>
      <InTopBar place="actions">
        <div className={`${head.actions} ${classes.actions}`} data-in-page={!barHasActions || undefined}>
          <PauseButton campaign={campaign} />
          {!barHasActions && menu}
        </div>
      </InTopBar>
      <InTopBar place="primary">
        <OpenButton campaign={campaign} />
        {barHasActions && menu}
      </InTopBar>
      <div className={head.names}>
        <div className={head.titleRow}>
          <Title order={1} dir="auto" className={head.title}>
            {name}
          </Title>
          <CampaignBadge state={state} />
        </div>
        <div className={head.facts}>
          {factsOf(campaign, matrix).map(({ key, node }) => (
            <span key={key}>{node}</span>
          ))}
        </div>
      </div>
      <Times campaign={campaign} />
      <InTopBar place="tabs">
        <Tabs campaign={campaign} reference={reference} array={array} isInBar={isInBar} />
      </InTopBar>
    </header>
  );
}

/** As many runs as a workbench compares. */
const MAX_COMPARED_RUNS = 48;

/** Leads to the results of the campaign side by side. */
function OpenButton({ campaign: { number, cells_done } }: { campaign: Campaign }) {
  const { operate } = usePermissions();
  if (cells_done === 0 && !operate) return null;
  return (
    <ButtonLink
      to="/workbench"
      search={{ query: `campaign:${number}`, newest: MAX_COMPARED_RUNS }}
      disabled={cells_done === 0}
      title={cells_done === 0 ? words.nothingToOpen : undefined}
      leftSection={<IconChartDots3 size={15} stroke={1.75} aria-hidden="true" />}
    >
      {words.open}
    </ButtonLink>
  );
}

interface Fact {
  key: string;
  node: ReactNode;
}

function factsOf(
  { number, server, parts, parent, repeats, drives }: Campaign,
  matrix: CampaignMatrix | undefined,
): Fact[] {
  const facts: (Fact | false | null | undefined)[] = [
    { key: "number", node: number },
    server === null
      ? { key: "servers", node: words.onServers(parts.length) }
      : {
          key: "server",
          node: (
            <AnchorLink to="/servers/$ref" params={{ ref: server.number }} c="inherit">
              {server.name}
            </AnchorLink>
          ),
        },
    parent && {
      key: "parent",
      node: (
        <AnchorLink to="/campaigns/$ref" params={{ ref: parent.number }} c="inherit">
          {words.partOf(`${parent.number} · ${parent.name}`)}
        </AnchorLink>
      ),
    },
    drives.length > 0 && { key: "drives", node: words.onDrives(drives.length) },
    matrix && {
      key: "size",
      node: words.size(matrix.rows.length, columnGroups(matrix.columns, undefined).length),
    },
    { key: "repeats", node: words.repeatsEach(repeats) },
  ];
  return facts.filter((fact): fact is Fact => Boolean(fact));
}

function Times({ campaign }: { campaign: Campaign }) {
  const now = useNow(CLOCK_MS);
  const { state, estimated_finish_at, finished_at } = campaign;
  const isOver = isTerminalCampaign(state);
  const end = isOver ? finished_at : estimated_finish_at;
  const { done, possible, text } = progressOf(campaign);
  return (
    <HeadNumbers
      numbers={[
        { label: words.doneHead, value: words.doneOf(done, possible), title: text },
        {
          label: isOver ? words.ended : words.endsAbout,
          value: end === null ? messages.none : dayAndClock(new Date(end), now),
        },
      ]}
    />
  );
}

interface TabsProps {
  campaign: Campaign;
  reference: string;
  array: ArrayState | undefined;
  isInBar: boolean;
}

const TABS = [undefined, "results", "calendar", "setup"] as const;

function Tabs({ campaign: { cells_done }, reference, array, isInBar }: TabsProps) {
  return (
    <TabLinks label={words.tabs} isInBar={isInBar}>
      {TABS.map((tab) => (
        <Link
          key={tab ?? "matrix"}
          to="/campaigns/$ref"
          params={{ ref: reference }}
          search={{ tab, array }}
          activeOptions={{ exact: true }}
          resetScroll={false}
        >
          {words.tab[tab ?? "matrix"]}
          {tab === "results" && cells_done > 0 && <span aria-hidden="true">{cells_done}</span>}
        </Link>
      ))}
    </TabLinks>
  );
}
