/** The hardware of a server as a drawing with four views, and the slot that is chosen in it. */
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useMemo } from "react";
import { useApi } from "@/api/context";
import { treeQuery } from "@/api/hardware";
import type { Server } from "@/api/types";
import { ErrorNotice } from "@/components/notice";
import { PieceLink } from "@/components/piece-link";
import { serverPage as words } from "@/messages/server-page";
import { Backplane, type BackplaneProps } from "@/parts/backplane";
import { BackplaneList } from "@/parts/backplane-list";
import { BACKPLANE_VIEWS, type BackplaneView, lookScale } from "@/parts/backplane-look";
import { Card } from "@/parts/card";
import { Segmented } from "@/parts/segmented";
import { SkeletonBox } from "@/parts/skeleton";
import { ChosenSlot } from "./chosen-slot";
import classes from "./server-page.module.css";
import { type Topology as TopologyData, topologyOf } from "./topology-tree";

const VIEWS = BACKPLANE_VIEWS.map((value) => ({ value, label: words.topologyViews[value] }));
/** As high as a front with one row of slots, two tiers of boxes and arrays. */
const TYPICAL_HEIGHT = 408;

export interface TopologyProps {
  server: Server;
  view: BackplaneView;
  changeView: (view: BackplaneView) => void;
  /** Id of the slot in the address. */
  slot: string | undefined;
  chooseSlot: (slot: string) => void;
  /** Cards beside the chosen slot. */
  cards: ReactNode;
}

export function Topology({ server, view, changeView, slot, chooseSlot, cards }: TopologyProps) {
  const { data, error, refetch } = useQuery(treeQuery(useApi(), server));
  const topology = useMemo(() => (data ? topologyOf(data, server) : null), [data, server]);
  const slots = topology?.shelves.flatMap((shelf) => shelf.slots) ?? [];
  // Without a choice, the slot that needs a person first.
  const chosen =
    slots.find(({ id }) => id === slot) ??
    slots.find(({ drive }) => drive?.condition === "failed") ??
    slots.find(({ drive }) => drive?.condition === "warning") ??
    slots.find(({ drive }) => drive !== null) ??
    null;
  return (
    <>
      <Card
        title={words.topology}
        note={topology && noteOf(topology)}
        aside={<Segmented label={words.view} options={VIEWS} value={view} change={changeView} />}
      >
        <div className={classes.topology}>
          {error && !data && <ErrorNotice error={error} retry={() => void refetch()} />}
          {!topology && !error && <SkeletonBox height={TYPICAL_HEIGHT} />}
          {topology && slots.length + topology.boxes.length === 0 && <p className={classes.quiet}>{words.empty}</p>}
          {topology && (
            <Drawn
              topology={topology}
              server={server}
              view={view}
              chosen={chosen?.id ?? null}
              choose={({ id }) => chooseSlot(id)}
            />
          )}
          {topology && view === "firmware" && <Firmwares topology={topology} />}
        </div>
      </Card>
      <div className={classes.cards}>
        <ChosenSlot slot={chosen} topology={topology} />
        {cards}
      </div>
    </>
  );
}

function noteOf({ hasEnclosures, shelves }: TopologyData): string {
  if (!hasEnclosures) return words.noEnclosure;
  const slots = shelves.reduce((sum, shelf) => sum + shelf.slots.length, 0);
  return words.front(shelves.map(({ name }) => name).join(", "), slots);
}

type DrawnProps = Pick<BackplaneProps, "view" | "chosen" | "choose"> & { topology: TopologyData; server: Server };

function Drawn({ topology, server, ...shared }: DrawnProps) {
  const names: Pick<BackplaneProps, "boxName" | "arrayName"> = {
    boxName: ({ id, kind, title }) =>
      kind === "controller" ? <PieceLink kind="controller" piece={{ number: id, name: title }} /> : title,
    arrayName: ({ id, title }) => <PieceLink kind="array" piece={{ number: id, name: title }} />,
  };
  if (!topology.hasEnclosures) {
    return <BackplaneList label={words.drivesOf(server.name)} tree={topology} {...names} {...shared} />;
  }
  return <Backplane label={words.slotsOf(server.name)} tree={topology} {...names} {...shared} />;
}

function Firmwares({ topology }: { topology: TopologyData }) {
  const drives = topology.shelves.flatMap(({ slots }) => slots.flatMap(({ drive }) => drive ?? []));
  return (
    <ul className={classes.legend}>
      {[...lookScale(topology).firmwares].map(([firmware, tone]) => (
        <li key={firmware}>
          <span className={classes.swatch} style={{ background: `var(--sl-series-${tone})` }} />
          {words.firmwareCount(firmware, drives.filter((drive) => drive.firmware === firmware).length)}
        </li>
      ))}
    </ul>
  );
}
