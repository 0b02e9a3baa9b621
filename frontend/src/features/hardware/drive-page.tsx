/** One drive: what it is and where, and its life, runs, SMART values, changes and notes as tabs. */
import { Button } from "@mantine/core";
import { IconPlayerPlay, IconRefresh } from "@tabler/icons-react";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useApi } from "@/api/context";
import { driveLifeQuery, driveRunsQuery, type LifeSpan } from "@/api/drive-life";
import { driveQuery } from "@/api/hardware";
import { usePermissions } from "@/api/permissions";
import { isTerminalRun } from "@/api/runs";
import { discoverServer, serverQuery } from "@/api/servers";
import type { Drive, DriveLife as Life, Server } from "@/api/types";
import { ConditionLabel } from "@/components/condition-label";
import { DetailHead, DetailPage } from "@/components/detail-page";
import { ButtonLink } from "@/components/link";
import { linkText } from "@/components/link-text";
import { Moment } from "@/components/moment";
import { NotShown } from "@/components/not-shown";
import { ErrorNotice } from "@/components/notice";
import { Section } from "@/components/page";
import { PieceLink, PieceLinks } from "@/components/piece-link";
import { PropertyList, property } from "@/components/property-list";
import { TabLinks } from "@/components/tab-links";
import { useHasPlace } from "@/components/top-bar";
import { dayOf } from "@/lib/calendar";
import { drivePlace } from "@/lib/drive-place";
import { joinShort, shortBytes, shortTemperature } from "@/lib/short-values";
import { formatBytes, formatDateTime } from "@/lib/units";
import { messages, word } from "@/messages";
import { driveLife as words } from "@/messages/drive-life";
import { hardware, history, piece } from "@/messages/hardware";
import { Badge } from "@/parts/badge";
import { Callout } from "@/parts/callout";
import { Copyable } from "@/parts/copyable";
import { Segmented } from "@/parts/segmented";
import { DriveHealth } from "./drive-health";
import { DriveLife } from "./drive-life";
import { DriveRuns } from "./drive-runs";
import { DriveStates } from "./drive-states";
import { mediumText } from "./hardware-text";
import { HardwareHistory } from "./history";
import { Photos } from "./photos";
import { PieceSkeleton, SettingsSection } from "./piece-frame";
import { WrittenDown } from "./written-down";

export const DRIVE_TABS = ["life", "runs", "smart", "changes", "notes"] as const;
export type DriveTab = (typeof DRIVE_TABS)[number];

export interface DrivePageProps {
  reference: string;
  tab: DriveTab;
  span: LifeSpan;
  chooseSpan: (span: LifeSpan) => void;
  /** Draw the erasure state of a drive with the actions of an administrator. */
  enrolment: (drive: Drive) => ReactNode;
}

const RUNS_SHOWN = 50;
/** As many as the life tab shows: one reading serves both. */
const LATEST = 5;
const SPANS = (["30d", "year", "all"] as const).map((value) => ({ value, label: words.spans[value] }));

export function DrivePage({ reference, tab, span, chooseSpan, enrolment }: DrivePageProps) {
  const api = useApi();
  const { data: drive, error, refetch } = useQuery(driveQuery(api, reference));
  const server = useQuery({ ...serverQuery(api, drive?.server.number ?? ""), enabled: drive !== undefined }).data;
  const life = useQuery({ ...driveLifeQuery(api, drive?.number ?? "", span), enabled: drive !== undefined }).data;
  if (!drive && error) {
    return <NotShown subject={word(hardware.kinds, "drive")} error={error} retry={() => void refetch()} />;
  }
  if (!drive) return <PieceSkeleton />;
  const isUnreachable = server?.state === "unreachable";
  return (
    <DetailPage>
      <Head drive={drive} life={life} server={server} tab={tab}>
        {tab === "life" && <Segmented label={words.span} options={SPANS} value={span} change={chooseSpan} />}
      </Head>
      <UnreachableNotice drive={drive} server={server} />
      {tab === "life" && (
        <DriveLife
          drive={drive}
          span={span}
          name={placeText(drive)}
          enrolment={enrolment(drive)}
          isOld={isUnreachable}
        />
      )}
      {tab === "runs" && (
        <Section title={words.runs}>
          <DriveRuns drive={drive.number} limit={RUNS_SHOWN} isWhole />
        </Section>
      )}
      {tab === "smart" && (
        <>
          <DriveHealth reference={drive.number} />
          <Section title={words.facts}>
            <DriveFacts drive={drive} />
          </Section>
          <SettingsSection settings={drive.settings} />
        </>
      )}
      {tab === "changes" && (
        <>
          <Section title={history.title}>
            <HardwareHistory kind="drive" reference={drive.number} />
          </Section>
          <Section title={words.states}>
            <DriveStates reference={drive.number} />
          </Section>
        </>
      )}
      {tab === "notes" && (
        <>
          <WrittenDown kind="drive" piece={drive} />
          <Photos kind="drive" reference={drive.number} />
        </>
      )}
    </DetailPage>
  );
}

/** Its slot where one is known, else its path or its place behind a controller. */
function placeText(drive: Drive): string {
  return drive.slot === null ? drivePlace(drive) : words.slot(drive.slot);
}

interface HeadProps {
  drive: Drive;
  life: Life | undefined;
  server: Server | undefined;
  tab: DriveTab;
  children: ReactNode;
}

function Head({ drive, life, server, tab, children }: HeadProps) {
  const { model, size_bytes, server: home } = drive;
  const size = size_bytes === null ? null : joinShort(shortBytes(size_bytes));
  const crumb = words.crumb(home.name, placeText(drive));
  const title = model === null ? crumb : [model, size].filter(Boolean).join(" ");
  const name = [crumb, model].filter(Boolean).join(" · ");
  return (
    <DetailHead
      title={title}
      crumb={crumb}
      documentTitle={tab === "life" ? name : `${name} · ${words.tab[tab]}`}
      badges={<Badges drive={drive} />}
      facts={[
        {
          key: "serial",
          node:
            drive.serial === null ? words.noSerial : <Copyable value={drive.serial} label={words.serial} isInline />,
        },
        { key: "firmware", node: drive.firmware && words.firmware(drive.firmware) },
        { key: "link", node: interfaceText(drive) },
        { key: "server", node: <PieceLink kind="server" piece={home} /> },
        { key: "since", node: life && sinceText(life) },
      ]}
      atEnd={children}
      tabs={<Tabs />}
      actions={<ReadNow server={server} />}
      primary={<NewRunHere drive={drive} />}
    />
  );
}

function interfaceText(drive: Drive): string | null {
  const transport = drive.transport && word(hardware.transports, drive.transport);
  return [transport, linkText(drive)].filter(Boolean).join(", ") || null;
}

function sinceText({ places }: Life): string | null {
  const [here, before] = places;
  if (!here?.present) return null;
  return words.hereSince(dayOf(Date.parse(here.first_seen_at)), before?.server.name ?? null);
}

function Badges({ drive }: { drive: Drive }) {
  const { data } = useQuery(driveRunsQuery(useApi(), drive.number, LATEST));
  const using = data?.items.find(({ run }) => !isTerminalRun(run.state))?.run.number;
  return (
    <>
      {!drive.present && <Badge tone="warn">{piece.notPresent}</Badge>}
      {drive.health.passed === false && <Badge tone="err">{words.failing}</Badge>}
      {drive.health.temperature_c !== null && drive.present && (
        <Badge>{shortTemperature(drive.health.temperature_c)}</Badge>
      )}
      {drive.drive_state !== null && <ConditionLabel condition={drive.drive_state} />}
      {drive.lifecycle !== "in_service" && <ConditionLabel condition={drive.lifecycle} />}
      {using !== undefined && (
        <Link to="/runs/$ref" params={{ ref: using }}>
          <Badge tone="run" glyph="dot">
            {words.inUseBy(using)}
          </Badge>
        </Link>
      )}
    </>
  );
}

function Tabs() {
  return (
    <TabLinks label={words.tabs} isInBar={useHasPlace("tabs")}>
      {DRIVE_TABS.map((tab) => (
        <Link
          key={tab}
          to="."
          search={(before) => ({ ...before, tab: tab === "life" ? undefined : tab })}
          activeOptions={{ exact: true, includeSearch: true }}
        >
          {words.tab[tab]}
        </Link>
      ))}
    </TabLinks>
  );
}

function NewRunHere({ drive }: { drive: Drive }) {
  const { operate } = usePermissions();
  if (!operate || drive.stable_id === null || !drive.present) return null;
  return (
    <ButtonLink
      to="/new"
      search={{ server: drive.server.number, target: "devices", drives: [drive.stable_id] }}
      leftSection={<IconPlayerPlay size={15} stroke={1.75} aria-hidden="true" />}
    >
      {words.newRun}
    </ButtonLink>
  );
}

/** Health is read with everything else that a discovery of the server reads. */
function ReadNow({ server }: { server: Server | undefined }) {
  const api = useApi();
  const queryClient = useQueryClient();
  const { operate } = usePermissions();
  const { mutate, isPending } = useMutation({
    mutationFn: () => discoverServer(api, server?.number ?? ""),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ["servers"] }),
  });
  if (!operate || !server) return null;
  const isReading = isPending || server.discovery !== "idle";
  return (
    <Button
      variant="subtle"
      leftSection={<IconRefresh size={15} stroke={1.75} aria-hidden="true" />}
      disabled={isReading}
      onClick={() => mutate()}
    >
      {isReading ? words.reading : words.readNow}
    </Button>
  );
}

/** One line above everything where what follows is not of now. */
function UnreachableNotice({ drive, server }: { drive: Drive; server: Server | undefined }) {
  const api = useApi();
  const queryClient = useQueryClient();
  const { operate } = usePermissions();
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => discoverServer(api, drive.server.number),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ["servers"] }),
  });
  if (error) return <ErrorNotice title={words.couldNotRead(drive.server.name)} error={error} retry={() => mutate()} />;
  if (server?.state !== "unreachable") return null;
  return (
    <Callout
      tone="warn"
      fact={words.unreachable(server.name)}
      action={
        operate && (
          <Button variant="default" size="xs" loading={isPending} onClick={() => mutate()}>
            {words.retry}
          </Button>
        )
      }
    >
      {server.last_seen_at && words.lastSeen(formatDateTime(server.last_seen_at))}
    </Callout>
  );
}

function DriveFacts({ drive }: { drive: Drive }) {
  const { properties: names } = piece;
  const { controller, size_bytes, stable_id, in_use_reasons, drive_state } = drive;
  return (
    <PropertyList
      properties={[
        property(names.server, <PieceLink kind="server" piece={drive.server} />),
        property(names.controller, controller ? <PieceLink kind="controller" piece={controller} /> : messages.none),
        property(
          names.arrays,
          drive.arrays.length > 0 ? <PieceLinks kind="array" pieces={drive.arrays} /> : piece.inNone,
        ),
        property(names.path, drive.path),
        property(names.location, drive.location),
        property(names.enclosureSlot, drive.slot),
        property(names.vendor, drive.vendor),
        property(names.model, drive.model),
        property(names.serial, drive.serial),
        property(names.wwn, drive.wwn && <code>{drive.wwn}</code>),
        property(names.firmware, drive.firmware),
        property(names.size, size_bytes === null ? null : formatBytes(size_bytes, { digits: 4 })),
        property(names.blocks, blocks(drive)),
        property(names.transport, drive.transport && word(hardware.transports, drive.transport)),
        property(names.medium, mediumText(drive)),
        property(names.link, linkText(drive)),
        property(names.state, drive_state && <ConditionLabel condition={drive_state} />),
        property(names.use, in_use_reasons.length > 0 ? in_use_reasons.join(" · ") : piece.free),
        property(names.stableId, stable_id && <code>{stable_id}</code>),
        property(names.identity, drive.identity && <code>{drive.identity}</code>),
        property(names.firstSeen, <Moment at={drive.first_seen_at} />),
        property(names.lastSeen, <Moment at={drive.last_seen_at} />),
      ]}
    />
  );
}

function blocks({ logical_block_bytes, physical_block_bytes }: Drive): string | null {
  if (logical_block_bytes === null && physical_block_bytes === null) return null;
  return [logical_block_bytes, physical_block_bytes].map((size) => size ?? messages.unknown).join(" / ");
}
