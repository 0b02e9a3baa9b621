/** Samples of every part in all its states, for the parts sheet and the tests that look at it. */
import { Button } from "@mantine/core";
import { IconAlertCircle, IconPlayerPlay } from "@tabler/icons-react";
import { type ReactNode, useState } from "react";
import { shortValue } from "@/lib/short-values";
import { ActionBar } from "@/parts/action-bar";
import { Backplane } from "@/parts/backplane";
import type { BackplaneTree } from "@/parts/backplane-layout";
import { BackplaneList } from "@/parts/backplane-list";
import { BACKPLANE_VIEWS, type BackplaneView } from "@/parts/backplane-look";
import { aBackplane } from "@/parts/backplane-samples";
import { Badge, OriginBadge, ServerBadge, StateBadge, VerdictBadge } from "@/parts/badge";
import { BigNumber } from "@/parts/big-number";
import { Callout } from "@/parts/callout";
import { Card, CardLink } from "@/parts/card";
import { CheckList } from "@/parts/check-list";
import { ConfirmErase, ConfirmErasePlace } from "@/parts/confirm-erase";
import { Copyable } from "@/parts/copyable";
import { Curve } from "@/parts/curve";
import { Delta } from "@/parts/delta";
import { Dot } from "@/parts/dot";
import { DriveCard } from "@/parts/drive-card";
import { EmptyState } from "@/parts/empty-state";
import { HeadNumbers } from "@/parts/head-numbers";
import { KeyValueRail } from "@/parts/key-value-rail";
import { LiveTile } from "@/parts/live-tile";
import { NumberTile, NumberTiles } from "@/parts/number-tile";
import { PhaseBar } from "@/parts/phase-bar";
import type { BarPhase } from "@/parts/phase-segments";
import { PlanLegend, PlanTimeline } from "@/parts/plan-timeline";
import { ProfileCard, ProfileCardLink } from "@/parts/profile-card";
import type { DrawnPhase } from "@/parts/profile-drawing";
import { RailBlock } from "@/parts/rail-block";
import { ResultCard } from "@/parts/result-card";
import { Segmented } from "@/parts/segmented";
import { IdleServerTile } from "@/parts/server-tile";
import { SkeletonBox, Waiting } from "@/parts/skeleton";
import { SlotBars } from "@/parts/slot-bars";
import { SteadyMeter } from "@/parts/steady-meter";
import { StepHeading } from "@/parts/step-heading";
import { Thumbnail } from "@/parts/thumbnail";
import { Timeline, type TimelineRow } from "@/parts/timeline";
import { GroupedTable, LongTable, WaitingTable } from "./table-samples";

export interface PartSample {
  caption: string;
  /** Columns of twelve that it takes where there is room. */
  columns: 3 | 4 | 6 | 12;
  sample: ReactNode;
}

export interface PartGroup {
  title: string;
  samples: readonly PartSample[];
}

const FRONT = aBackplane({ controllers: 2, shelves: 1, slots: 24, empty: 7, arraySize: 8 });
const JBOD = aBackplane({ controllers: 2, shelves: 2, slots: 12, isMultipath: true, direct: 4, hasLongNames: true });
const DIRECT = aBackplane({ controllers: 1, shelves: 0, slots: 0, direct: 4 });

const LONG_NAME = `lab-${"very-long-server-name-".repeat(14)}end`.slice(0, 300);
const OTHER_SCRIPT = "שרת מדידה 4 · מעבדה צפונית";

/** A burst that falls to a plateau, as flash does. */
function settling(count: number, burst: number, plateau: number): number[] {
  return Array.from({ length: count }, (_, index) => {
    const t = index / (count - 1);
    const level = t < 0.1 ? burst : plateau + (burst - plateau) * Math.exp(-(t - 0.1) / 0.1);
    return level * (1 + 0.02 * Math.sin(index * 1.7) * Math.cos(index * 0.31));
  });
}

function trembling(count: number, mean: number): number[] {
  return Array.from(
    { length: count },
    (_, index) => mean * (1 + 0.05 * Math.sin(index * 0.9) + 0.03 * Math.sin(index * 0.23)),
  );
}

const saturating = (high: number, half: number) =>
  [1, 2, 4, 8, 16, 32, 64, 128, 256].map((depth) => (high * depth) / (depth + half));

const FALL = settling(200, 550, 231);

const PHASES: readonly BarPhase[] = [
  { name: "Purge", seconds: 120, state: "done" },
  { name: "Precondition", seconds: 1080, state: "now", share: 0.58 },
  ...[1, 2, 4, 8, 16, 32, 64].map((depth): BarPhase => ({ name: `QD ${depth}`, seconds: 300, state: "to_come" })),
];
const WAITING_PHASES = PHASES.map((phase): BarPhase => ({ ...phase, state: "to_come", share: undefined }));
const THOUSAND_PHASES = Array.from(
  { length: 1000 },
  (_, index): BarPhase => ({
    name: `Round ${index + 1}`,
    seconds: 60,
    state: index < 400 ? "done" : index === 400 ? "now" : "to_come",
    share: 0.5,
  }),
);

const DAY = new Date(2026, 10, 24);
const at = (hour: number) => new Date(DAY.getFullYear(), DAY.getMonth(), DAY.getDate(), 0, hour * 60).getTime();
const NOW = at(13.55);
const NEXT_DAY = { from: at(12), to: at(36) };

const TIMELINE: readonly TimelineRow[] = [
  {
    id: "r760-01",
    name: "r760-01",
    note: "measuring, ends 16:42",
    bars: [
      {
        id: "r-486",
        kind: "running",
        start: at(12.03),
        end: at(16.7),
        title: "RAID 5, 16 drives",
        detail: "r-486",
        link: { to: "/gallery" },
      },
      {
        id: "r-487",
        kind: "queued",
        start: at(16.8),
        end: at(22),
        title: "RAID 10, 16 drives",
        detail: "Steady-state write",
        link: { to: "/gallery" },
      },
      { id: "r-488", kind: "queued", start: at(22.1), end: at(31.7), title: "RAID 6, 16 drives", detail: "SNIA IOPS" },
    ],
  },
  {
    id: "r760-02",
    name: "r760-02",
    note: "measuring, ends 15:12",
    bars: [
      { id: "r-485", kind: "running", start: at(12.6), end: at(15.2), title: "PM9A3" },
      { id: "w-1", kind: "reserved", start: at(16), end: at(19), title: "Firmware 1.4.1" },
      {
        id: "r-489",
        kind: "queued",
        start: at(19.1),
        end: at(25.5),
        title: "PM9A3",
        detail: "SNIA IOPS, firmware 1.4.1",
      },
      { id: "gap", kind: "free", start: at(25.6), end: at(30), title: "free for 4 h 24 min" },
    ],
  },
  {
    id: "r730",
    name: "r730",
    note: "idle",
    bars: [
      { id: "r-470", kind: "failed", start: at(12), end: at(12.9), title: "Failed" },
      { id: "r-490", kind: "queued", start: at(15), end: at(19.5), title: "H730P RAID × drives" },
      { id: "r-491", kind: "queued", start: at(19.6), end: at(19.8), title: "Quick look" },
      { id: "r-492", kind: "queued", start: at(19.7), end: at(27.1), title: "H730P RAID × drives", detail: "RAID 60" },
    ],
  },
  {
    id: "x8sax",
    name: "x8sax",
    note: "rebuilding",
    bars: [
      { id: "b-1", kind: "rebuilding", start: at(8.83), end: at(15.6), title: "Rebuilding" },
      { id: "r-493", kind: "queued", start: at(15.7), end: at(18.8), title: "Queue depths" },
    ],
  },
  { id: "idle", name: LONG_NAME, note: "idle", bars: [] },
  {
    id: "sc5200",
    name: "sc5200",
    note: "unreachable since 09:12",
    bars: [
      {
        id: "u-1",
        kind: "unreachable",
        start: at(9.2),
        end: at(60),
        title: "Unreachable since 09:12",
        detail: "1 run waits",
      },
    ],
  },
];

const DONE_ROW: TimelineRow = {
  id: "rd630",
  name: "rd630",
  note: "idle",
  bars: [{ id: "r-480", kind: "done", start: at(12), end: at(13.2), title: "ioDrive2 Duo", detail: "steady" }],
};

const PHASE: DrawnPhase = {
  kind: "measure",
  seconds: 300,
  untilSteady: false,
  blockBytes: 4096,
  readPercent: 100,
  randomPercent: 100,
  threads: 1,
  outstanding: 1,
  loadPercent: null,
};
const depths = (count: number, threads = 1) =>
  Array.from({ length: count }, (_, index): DrawnPhase => ({ ...PHASE, threads, outstanding: 2 ** index }));
const sized = (blockBytes: number, readPercent = 100): DrawnPhase => ({ ...PHASE, blockBytes, readPercent });
const BLOCKS = [512, 4096, 8192, 16_384, 32_768, 65_536, 131_072, 1_048_576];

const PROFILES = [
  {
    title: "Quick look",
    line: "A first curve in a minute. Not for publishing.",
    time: "52 s",
    effect: "writes",
    phases: depths(5),
  },
  {
    title: "Steady-state write",
    line: "Write until it settles, then measure QD 1 to 64.",
    time: "4 h 40 min",
    effect: "erases",
    phases: [{ ...PHASE, kind: "precondition", untilSteady: true, seconds: 8640 }, ...depths(7)],
  },
  {
    title: "SNIA IOPS",
    line: "7 mixes × 8 block sizes, repeated until steady.",
    time: "11 h",
    effect: "erases",
    phases: [0, 35, 65, 100].flatMap((read) => BLOCKS.map((bytes) => sized(bytes, read))),
  },
  {
    title: "Queue depths",
    line: "4K reads, QD 1 to 256, four thread counts.",
    time: "38 min",
    effect: "reads",
    phases: [...depths(9), ...depths(9, 4)],
  },
  {
    title: "Load curve",
    line: "0 to 120 % of the offered load, with the knee.",
    time: "1 h 10 min",
    effect: "erases",
    phases: [20, 50, 80, 120].map((loadPercent): DrawnPhase => ({ ...PHASE, loadPercent })),
  },
  {
    title: "Block sizes",
    line: "512 B to 1 MiB.",
    time: "40 min",
    effect: "reads",
    phases: BLOCKS.map((b) => sized(b)),
  },
  {
    title: "Four corners",
    line: "Reads and writes, random and sequential.",
    time: "4 min",
    effect: "erases",
    phases: [100, 0].flatMap((readPercent) =>
      [100, 0].map((randomPercent) => ({ ...PHASE, readPercent, randomPercent })),
    ),
  },
  { title: LONG_NAME, line: LONG_NAME, time: "12 h", effect: "erases", phases: [PHASE] },
] as const;

function Profiles() {
  const [chosen, choose] = useState<string>("Steady-state write");
  return PROFILES.map((profile) => (
    <ProfileCard
      key={profile.title}
      {...profile}
      group="sample-profile"
      isChosen={chosen === profile.title}
      choose={() => choose(profile.title)}
    />
  ));
}

const DRIVES = [
  { slot: "0", model: "Samsung PM9A3", usedPercent: 6, safety: "erasable", safetyText: "Enrolled, may be erased" },
  { slot: "4", model: "Samsung PM9A3", usedPercent: 6, safety: "erasable", safetyText: "Enrolled, may be erased" },
  { slot: "7", model: "Samsung PM9A3", usedPercent: 84, safety: "busy", safetyText: "Busy until 15:12" },
  { slot: "8", model: "Solidigm P5520", usedPercent: 22, safety: "readOnly", safetyText: "Read-only tests" },
  { slot: "10", model: "Samsung PM893", usedPercent: 14, safety: "locked", safetyText: "Mounted at /" },
  { slot: "11", model: LONG_NAME, usedPercent: null, safety: "locked", safetyText: "Member of md0" },
] as const;

function Drives() {
  const [chosen, choose] = useState<readonly string[]>(["0"]);
  return DRIVES.map((drive) => (
    <DriveCard
      key={drive.slot}
      {...drive}
      place={`Slot ${drive.slot}`}
      temperature="38 °C"
      size="3.84 TB"
      ending={drive.usedPercent === null ? null : "4471"}
      isChosen={chosen.includes(drive.slot)}
      choose={(isChosen) => choose(isChosen ? [...chosen, drive.slot] : chosen.filter((slot) => slot !== drive.slot))}
    />
  ));
}

function EraseBar() {
  const [typed, type] = useState("44");
  return (
    <ActionBar
      isInline
      label="New run, sample"
      figures={[
        { value: "4 h 40 min", note: "ends 19:52 today" },
        { value: "46.1 TB", note: "written to 4 drives" },
        { value: "0.16 %", note: "of rated endurance" },
      ]}
      actions={
        <>
          <Button variant="default" size="md">
            Check server
          </Button>
          <Button size="md" disabled={typed !== "4471"}>
            Start run
          </Button>
        </>
      }
    >
      <ConfirmErase drives={4} place="slot 0" serial="S64GNE0R904471" typed={typed} type={type} />
    </ActionBar>
  );
}

function Segments() {
  const [chosen, choose] = useState<"drives" | "array" | "file">("drives");
  return (
    <Segmented
      label="Kind of target, sample"
      options={[
        { value: "drives", label: "Drives" },
        { value: "array", label: "Array" },
        { value: "file", label: "File" },
      ]}
      value={chosen}
      change={choose}
    />
  );
}

const LIVE = {
  to: "/gallery",
  phases: PHASES,
  phase: "Precondition",
  phasePlace: "phase 2 of 9",
  note: "round 8, range 14 %, limit 20 %",
} as const;

const RESULT = { to: "/gallery", meta: "r-482 · 2 h ago · vs stock" } as const;
const VERDICT = <VerdictBadge verdict="steady" />;

export const PART_GROUPS: readonly PartGroup[] = [
  {
    title: "Badges and changes",
    samples: [
      {
        caption: "Runs: state, place, verdict",
        columns: 6,
        sample: (
          <>
            {["preparing", "running", "collecting", "cancelling", "failed", "cancelled", "lost", "partial"].map(
              (state) => (
                <StateBadge key={state} state={state} />
              ),
            )}
            <StateBadge state="waiting" place={2} />
            <StateBadge state="finished" />
            <StateBadge state="finished" verdict="steady" />
          </>
        ),
      },
      {
        caption: "Verdicts and origins",
        columns: 6,
        sample: (
          <>
            <VerdictBadge verdict="steady">Steady since round 6</VerdictBadge>
            <VerdictBadge verdict="not_steady" />
            <VerdictBadge verdict="insufficient_rounds" />
            <OriginBadge origin="published" />
            <OriginBadge origin="imported" />
            <Badge tone="outlined">3 × 9 depths</Badge>
            <Badge tone="err">4</Badge>
          </>
        ),
      },
      {
        caption: "Servers",
        columns: 6,
        sample: (
          <>
            {["new", "ready", "busy", "reserved", "maintenance", "unreachable", "quarantined", "retired"].map(
              (state) => (
                <ServerBadge key={state} state={state} />
              ),
            )}
            <ServerBadge state="busy" isMeasuring />
          </>
        ),
      },
      {
        caption: "Dots, beside a word",
        columns: 3,
        sample: (["run", "ok", "warn", "err", "idle"] as const).map((tone) => (
          <Dot key={tone} tone={tone} isPulsing={tone === "run"} />
        )),
      },
      {
        caption: "Changes",
        columns: 3,
        sample: (
          <>
            <Delta percent={66} metric="iops" other="139k" />
            <Delta percent={-11} metric="iops" />
            <Delta percent={0.2} metric="iops" />
            <Delta percent={-40} metric="latency_mean_ns" other="latency" />
            <Delta percent={6} metric="latency_p99_ns" other="vs r-480" />
            <Delta percent={12} metric={null} />
          </>
        ),
      },
    ],
  },
  {
    title: "Numbers and curves",
    samples: [
      {
        caption: "Sizes",
        columns: 12,
        sample: ([20, 23, 26, 30, 38, 44] as const).map((size) => (
          <BigNumber key={size} size={size} value={shortValue("iops", 231_456)} />
        )),
      },
      {
        caption: "At the end of a head",
        columns: 12,
        sample: (
          <HeadNumbers
            numbers={[
              { label: "Ends", value: "16:42" },
              { label: `Typical on ${LONG_NAME}`, value: "3 h 09 min" },
            ]}
          />
        ),
      },
      {
        caption: "Tiles of a result",
        columns: 12,
        sample: (
          <NumberTiles hasLead>
            <NumberTile
              label="4K random write, QD 256"
              value={shortValue("iops", 231_456)}
              note={<Delta percent={66} metric="iops" other="139k" />}
            />
            <NumberTile
              label="Mean latency"
              value={shortValue("latency_mean_ns", 1.1e6)}
              note={<Delta percent={-40} metric="latency_mean_ns" other="1.83 ms" />}
            />
            <NumberTile
              label="p99"
              value={shortValue("latency_p99_ns", 3.42e6)}
              note={<Delta percent={-37} metric="latency_p99_ns" other="5.46 ms" />}
            />
            <NumberTile label="p99.99" value={shortValue("latency_p9999_ns", 21.8e6)} />
            <NumberTile label="Throughput" value={shortValue("throughput_bytes_per_s", 948e6)} />
          </NumberTiles>
        ),
      },
      {
        caption: "Live, and before the first value",
        columns: 12,
        sample: (
          <NumberTiles>
            <NumberTile
              size={44}
              label="IOPS"
              value={{ number: "1.73", unit: "M" }}
              note={<Delta percent={0.4} metric="iops" other="vs r-480" />}
              curve={<Curve values={trembling(60, 10)} height={30} isLive />}
            />
            <NumberTile
              size={44}
              label="Throughput"
              value={shortValue("throughput_bytes_per_s", 7.09e9)}
              note="4 KiB blocks"
              curve={<Curve values={trembling(60, 10)} height={30} isLive />}
            />
            <NumberTile
              size={44}
              label="Mean latency"
              value={shortValue("latency_mean_ns", 148e3)}
              note="256 outstanding"
              curve={<Curve values={trembling(60, 4)} height={30} tone={2} isLive />}
            />
            <NumberTile size={44} label="p99" value={shortValue("latency_p99_ns", null)} />
          </NumberTiles>
        ),
      },
      { caption: "Curve with a gap", columns: 3, sample: <Curve values={[3, 4, null, 5, 4, 6]} height={58} isLive /> },
      {
        caption: "Curve before its last run",
        columns: 3,
        sample: <Curve values={settling(60, 9, 4)} ghost={settling(60, 9.5, 3)} height={58} tone="warn" />,
      },
      {
        caption: "Lines",
        columns: 3,
        sample: <Thumbnail height={74} data={{ kind: "lines", series: [saturating(13, 90), saturating(7, 50)] }} />,
      },
      {
        caption: "Cells",
        columns: 3,
        sample: (
          <Thumbnail
            height={74}
            data={{
              kind: "cells",
              rows: [0, 1, 2, 3].map((row) => [0, 1, 2, 3, 4, 5, 6].map((column) => (column / 6) * (1 - row / 6))),
            }}
          />
        ),
      },
    ],
  },
  {
    title: "Cards of servers and results",
    samples: [
      {
        caption: "Live tile",
        columns: 6,
        sample: (
          <LiveTile
            {...LIVE}
            name="lab-r760-01"
            model="PowerEdge R760 · 2 × PERC 12 H965i"
            temperature="41 °C"
            value={shortValue("iops", 1_730_000)}
            subject="RAID 5, 16 drives · 4K random write"
            curve={{ values: settling(120, 3.4, 1.72), ghost: settling(120, 3.6, 1.6) }}
            ends={{ word: "ends", clock: "16:42" }}
          />
        ),
      },
      {
        caption: "Long names",
        columns: 6,
        sample: (
          <LiveTile
            {...LIVE}
            phases={WAITING_PHASES}
            name={LONG_NAME}
            model={OTHER_SCRIPT}
            temperature="–"
            value={shortValue("latency_mean_ns", 86_400)}
            subject={LONG_NAME}
            curve={{ values: [] }}
            ends={null}
          />
        ),
      },
      {
        caption: "Idle",
        columns: 3,
        sample: (
          <IdleServerTile
            to="/gallery"
            name="lab-r730"
            model="PowerEdge R730 · H730P · 12 SSD"
            temperature="29 °C"
            tone="ok"
            note="Idle · next run 15:00"
          />
        ),
      },
      {
        caption: "Rebuilding",
        columns: 3,
        sample: (
          <IdleServerTile
            to="/gallery"
            name="lab-x8sax"
            model="X8SAX · LSI 9265-8i · 16 × Samsung 470"
            temperature="36 °C"
            tone="warn"
            note="Rebuilding array, ready 15:36"
          />
        ),
      },
      {
        caption: "Unreachable",
        columns: 3,
        sample: (
          <IdleServerTile
            to="/gallery"
            name="lab-sc5200"
            model="SC5200 · 6 controllers · 8 × MBA3073RC"
            temperature="–"
            tone="err"
            note="Unreachable since 09:12"
          />
        ),
      },
      {
        caption: "Another script",
        columns: 3,
        sample: (
          <IdleServerTile
            to="/gallery"
            name={OTHER_SCRIPT}
            model={LONG_NAME}
            temperature="33 °C"
            tone="ok"
            note="Idle"
          />
        ),
      },
      {
        caption: "Steady, new",
        columns: 3,
        sample: (
          <ResultCard
            {...RESULT}
            isNew
            picture={{ kind: "curve", values: FALL, band: [0.62, 0.9] }}
            name="ioDrive2 Duo, +20 % spare area"
            workload="4K random write · CentOS 6.3"
            value={shortValue("iops", 231_456)}
            change={{ percent: 66, metric: "iops" }}
            badge={VERDICT}
          />
        ),
      },
      {
        caption: "A sweep",
        columns: 3,
        sample: (
          <ResultCard
            {...RESULT}
            picture={{ kind: "lines", series: [saturating(13.2, 95), saturating(6.97, 60), saturating(13, 92)] }}
            name="PERC 12 H965i, RAID 5 · 16 drives"
            workload="4K random read · QD 1 to 256"
            value={shortValue("iops", 13_200_000)}
            change={{ percent: 1, metric: "iops" }}
            badge={<Badge tone="outlined">3 × 9 depths</Badge>}
          />
        ),
      },
      {
        caption: "Not steady",
        columns: 3,
        sample: (
          <ResultCard
            {...RESULT}
            picture={{ kind: "curve", values: settling(200, 520, 322), tone: "warn" }}
            name="PM9A3 3.84 TB, firmware 1.4.0"
            workload="4K random write · md RAID 10, 8 drives"
            value={shortValue("iops", 1_360_000)}
            change={{ percent: -11, metric: "iops" }}
            badge={<VerdictBadge verdict="not_steady" />}
          />
        ),
      },
      {
        caption: "Bars, a long name",
        columns: 3,
        sample: (
          <ResultCard
            {...RESULT}
            picture={{ kind: "bars", values: [261, 520, 1010, 1600, 1600, 2245] }}
            name={LONG_NAME}
            workload="128K sequential read · RAID 0"
            value={shortValue("throughput_bytes_per_s", 1.6e9)}
            change={{ percent: 0, metric: "throughput_bytes_per_s" }}
            badge={VERDICT}
          />
        ),
      },
    ],
  },
  {
    title: "Progress",
    samples: [
      {
        caption: "Phases by time",
        columns: 12,
        sample: <PhaseBar phases={PHASES} label="Phase 2 of 9: Precondition, sample" isNamed />,
      },
      { caption: "Small", columns: 6, sample: <PhaseBar phases={PHASES} label="Phase 2 of 9, small sample" /> },
      {
        caption: "A thousand phases",
        columns: 6,
        sample: <PhaseBar phases={THOUSAND_PHASES} label="Phase 401 of 1000, sample" />,
      },
      {
        caption: "On the way to the steady state",
        columns: 12,
        sample: (
          <Card
            title="Steady state"
            note="4 of 5 rounds in the window"
            aside={<Badge tone="run">Steady in about 1 round</Badge>}
            order={3}
          >
            <Padded>
              <SteadyMeter
                rounds={{ values: [100, 84, 70, 60, 52, 55.9, 48.6, 52.6], filled: 4, max: 14 }}
                window={5}
                range={{ value: 14.1, limit: 20 }}
                slope={{ value: 3.2, limit: 10 }}
              />
            </Padded>
          </Card>
        ),
      },
      {
        caption: "Beyond a limit, and before the first round",
        columns: 12,
        sample: (
          <>
            <SteadyMeter
              rounds={{ values: [9, 8, 4, 6, 5], filled: 5, max: 100 }}
              window={5}
              range={{ value: 84, limit: 20 }}
              slope={{ value: 10.01, limit: 10 }}
            />
            <SteadyMeter
              rounds={{ values: [], filled: 0, max: 10 }}
              window={5}
              range={{ value: null, limit: 20 }}
              slope={{ value: null, limit: 10 }}
            />
          </>
        ),
      },
    ],
  },
  {
    title: "Timelines",
    samples: [
      {
        caption: "Home",
        columns: 12,
        sample: (
          <Card title="Queue" note="next 24 hours" order={3}>
            <Timeline label="Queue, sample" rows={TIMELINE} range={NEXT_DAY} now={NOW} />
          </Card>
        ),
      },
      {
        caption: "Queue, with the past",
        columns: 12,
        sample: (
          <Card>
            <Timeline
              label="Queue with two lines, sample"
              rows={[...TIMELINE, DONE_ROW]}
              range={NEXT_DAY}
              now={NOW}
              isLarge
            />
          </Card>
        ),
      },
      {
        caption: "Plan of a run",
        columns: 12,
        sample: (
          <Card title="Timeline" note="typical duration, at most 7 h 20 min" aside={<PlanLegend />} order={3}>
            <PlanTimeline
              label="Plan, sample"
              start={at(15.2)}
              steps={[
                { name: "Purge", detail: "4 min", seconds: 240, kind: "prepare" },
                { name: "Fill 2 ×", detail: "1 h 02 min", seconds: 3720, kind: "prepare" },
                {
                  name: "Precondition, 4K random write",
                  detail: "until steady: range 20 %, slope 10 %",
                  seconds: 8640,
                  kind: "settle",
                },
                {
                  name: "Queue depth",
                  detail: "7 × 10 min",
                  seconds: 4200,
                  kind: "measure",
                  points: ["1", "2", "4", "8", "16", "32", "64"],
                },
              ]}
            />
          </Card>
        ),
      },
    ],
  },
  {
    title: "Facts, callouts, empty and loading",
    samples: [
      {
        caption: "Key–value rail",
        columns: 4,
        sample: (
          <Card title="Configuration" order={3}>
            <Padded>
              <KeyValueRail
                facts={[
                  { name: "Card", value: "Fusion-io ioDrive2 Duo SLC 1.2 TB" },
                  { name: "Spare area", value: "22 % + 20 %", differs: true },
                  { name: "BIOS", value: null },
                  { name: "Server", value: LONG_NAME },
                ]}
              />
            </Padded>
          </Card>
        ),
      },
      {
        caption: "Blocks of a rail, and checks",
        columns: 4,
        sample: (
          <Card>
            <RailBlock icon={<IconAlertCircle size={15} stroke={1.75} />} title="Health" aside="2">
              <CheckList
                checks={[
                  { tone: "err", text: "SMART health failed" },
                  { tone: "warn", text: "18 K hotter than other drives of this model. Check the airflow." },
                  { tone: "ok", text: "No link errors" },
                ]}
              />
            </RailBlock>
            <RailBlock icon={<IconAlertCircle size={15} stroke={1.75} />} title="Notes">
              {LONG_NAME}
            </RailBlock>
          </Card>
        ),
      },
      {
        caption: "Callouts",
        columns: 4,
        sample: (
          <>
            <Callout tone="info" fact="One factor differs from the baseline.">
              Spare area.
            </Callout>
            <Callout tone="ok" fact="Frozen when you share.">
              Later changes never reach this page.
            </Callout>
            <Callout
              tone="warn"
              fact="BIOS version unknown on both sides."
              action={
                <Button size="xs" variant="default">
                  Open
                </Button>
              }
            />
            <Callout tone="err" fact="r-485 stopped in phase 4 of 9.">
              Phases 1 to 3 are kept.
            </Callout>
          </>
        ),
      },
      {
        caption: "Copy",
        columns: 4,
        sample: (
          <>
            <Copyable value="S64GNE0R904471" label="the serial" />
            <Copyable value="S64GNE0R904471" label="the serial in a line" isInline />
            <Copyable value={LONG_NAME} label="the long name" />
          </>
        ),
      },
      {
        caption: "Empty state",
        columns: 6,
        sample: (
          <Card>
            <EmptyState
              title="No runs on this configuration yet"
              text="Start one now. The first curve appears in about a minute."
              actions={[
                <Button key="new" leftSection={<IconPlayerPlay size={15} stroke={1.75} aria-hidden="true" />}>
                  New run
                </Button>,
                <Button key="import" variant="default">
                  Import results
                </Button>,
              ]}
            />
          </Card>
        ),
      },
      {
        caption: "Loading",
        columns: 3,
        sample: (
          <Waiting>
            <div style={{ display: "grid", gap: 9 }}>
              <SkeletonBox height={18} width="44%" />
              <SkeletonBox height={11} width="60%" />
              <SkeletonBox height={132} radius={9} />
            </div>
          </Waiting>
        ),
      },
      {
        caption: "A card that is a link",
        columns: 3,
        sample: (
          <CardLink to="/gallery">
            <Padded>PERC 12 RAID matrix</Padded>
          </CardLink>
        ),
      },
    ],
  },
  {
    title: "New run",
    samples: [
      {
        caption: "Step heading",
        columns: 12,
        sample: (
          <StepHeading number={1} title="Target" note="what is measured">
            <Segments />
          </StepHeading>
        ),
      },
      {
        caption: "Drives",
        columns: 12,
        sample: (
          <Grid min={180}>
            <Drives />
          </Grid>
        ),
      },
      {
        caption: "Profiles",
        columns: 12,
        sample: (
          <Grid min={208}>
            <Profiles />
          </Grid>
        ),
      },
      {
        caption: "Profile as a link",
        columns: 3,
        sample: <ProfileCardLink to="/profiles" {...PROFILES[0]} badge="v2" />,
      },
      { caption: "Erasing, before the drives are read", columns: 6, sample: <ConfirmErasePlace /> },
      { caption: "Action bar", columns: 12, sample: <EraseBar /> },
    ],
  },
  {
    title: "Tables",
    samples: [
      { caption: "Rows of two lines in groups, with selection and preview", columns: 12, sample: <GroupedTable /> },
      { caption: "As long as a list of runs", columns: 12, sample: <LongTable /> },
      { caption: "Rows on their way", columns: 12, sample: <WaitingTable /> },
    ],
  },
  {
    title: "Servers",
    samples: [
      { caption: "Backplane", columns: 12, sample: <Front tree={FRONT} /> },
      { caption: "Backplane, paths over two HBAs and long names", columns: 12, sample: <Front tree={JBOD} /> },
      { caption: "Without enclosures", columns: 6, sample: <Front tree={DIRECT} isList /> },
      {
        caption: "Slots in small",
        columns: 3,
        sample: (
          <SlotBars
            label="16 drives, 1 needs attention, 8 empty"
            slots={Array.from({ length: 24 }, (_, place) => ({
              condition: place === 7 ? "warning" : place < 16 ? "ok" : "empty",
              array: place < 16 ? Math.floor(place / 8) : null,
            }))}
          />
        ),
      },
    ],
  },
];

function Front({ tree, isList = false }: { tree: BackplaneTree; isList?: boolean }) {
  const [view, setView] = useState<BackplaneView>("health");
  const [chosen, setChosen] = useState<string | null>(null);
  const Part = isList ? BackplaneList : Backplane;
  return (
    <div style={{ display: "grid", gap: 12 }}>
      <Segmented
        label="What the slots show"
        options={BACKPLANE_VIEWS.map((value) => ({ value, label: value }))}
        value={view}
        change={setView}
      />
      <Part label="Slots" tree={tree} view={view} chosen={chosen} choose={({ id }) => setChosen(id)} />
    </div>
  );
}

function Padded({ children }: { children: ReactNode }) {
  return <div style={{ padding: "12px 14px" }}>{children}</div>;
}

function Grid({ min, children }: { min: number; children: ReactNode }) {
  return (
    <div
      style={{ display: "grid", gap: 8, gridTemplateColumns: `repeat(auto-fill, minmax(min(100%, ${min}px), 1fr))` }}
    >
      {children}
    </div>
  );
}
