/** The servers of the lab as pills: when each is free, and which one the run is for. */
import type { ReactNode } from "react";
import type { QueueLane, Server } from "@/api/types";
import { ButtonLink } from "@/components/link";
import { newJob } from "@/messages/jobs";
import { Dot } from "@/parts/dot";
import { EmptyState } from "@/parts/empty-state";
import { serverPill } from "./server-free";
import classes from "./server-pills.module.css";

export interface ServerPillsProps {
  servers: readonly Server[];
  lanes: readonly QueueLane[];
  chosen: Server | undefined;
  /** Is given the number of the server. */
  choose: (server: string) => void;
  error: string | undefined;
  now: Date;
  /** At the right end of the row. */
  children?: ReactNode;
}

export function ServerPills({ servers, lanes, chosen, choose, error, now, children }: ServerPillsProps) {
  const offered = servers.filter(({ state }) => state !== "retired");
  if (offered.length === 0) {
    return (
      <EmptyState
        title={newJob.noServers}
        text={newJob.noServersHint}
        actions={[
          <ButtonLink key="add" to="/servers/new">
            {newJob.addServer}
          </ButtonLink>,
        ]}
      />
    );
  }
  return (
    <div id="field-server_id" tabIndex={-1}>
      <div className={classes.row}>
        <div className={classes.pills} role="radiogroup" aria-label={newJob.server}>
          {offered.map((server) => {
            const { tone, note, isLocked } = serverPill(
              server,
              lanes.find((lane) => lane.server.id === server.id),
              now,
            );
            const isChosen = server.id === chosen?.id;
            return (
              <label
                key={server.id}
                className={classes.pill}
                data-chosen={isChosen || undefined}
                data-locked={isLocked || undefined}
                title={server.state_reason ?? undefined}
              >
                <input
                  type="radio"
                  name="server"
                  className={classes.input}
                  checked={isChosen}
                  disabled={isLocked}
                  onChange={() => choose(server.number)}
                />
                <Dot tone={tone} />
                <span className={classes.name} dir="auto">
                  {server.name}
                </span>
                <span className={classes.note}>{note}</span>
              </label>
            );
          })}
        </div>
        {children}
      </div>
      {error && <p className={classes.error}>{error}</p>}
    </div>
  );
}
