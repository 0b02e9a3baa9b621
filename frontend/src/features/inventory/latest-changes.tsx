/** Latest changes of a server, one line each. */
import { useQuery } from "@tanstack/react-query";
import { useApi } from "@/api/context";
import { hardwareHistoryQuery } from "@/api/hardware";
import type { HardwareChange, Server } from "@/api/types";
import { changeTexts } from "@/components/change-text";
import { ButtonLink } from "@/components/link";
import { ErrorNotice } from "@/components/notice";
import { factName } from "@/components/snapshot-rows";
import { shortMoment } from "@/lib/short-times";
import { messages, word } from "@/messages";
import { hardware, history } from "@/messages/hardware";
import { serverPage as words } from "@/messages/server-page";
import { Card } from "@/parts/card";
import { SkeletonBox } from "@/parts/skeleton";
import classes from "./server-page.module.css";

const SHOWN = 6;

export function LatestChanges({ server }: { server: Server }) {
  const { data, error } = useQuery(hardwareHistoryQuery(useApi(), "server", server.number, undefined, SHOWN));
  const now = new Date();
  return (
    <Card
      title={words.latestChanges}
      aside={
        <ButtonLink to="." search={(search) => ({ ...search, tab: "changes" })} variant="subtle" size="xs">
          {words.allChanges}
        </ButtonLink>
      }
    >
      {error && !data && <ErrorNotice error={error} />}
      {!data && !error && <SkeletonBox height={SHOWN * 34} />}
      {data?.items.length === 0 && <p className={classes.nothing}>{words.noChanges}</p>}
      <ul className={classes.lines}>
        {data?.items.map((change) => (
          <Line key={change.id} change={change} now={now} />
        ))}
      </ul>
    </Card>
  );
}

function Line({ change, now }: { change: HardwareChange; now: Date }) {
  const { at, component, component_name, kind, field } = change;
  const name = component_name ?? history.removed(word(hardware.kinds, component));
  const changeName = field === null ? word(history.kinds, kind) : factName(field);
  const values = field === null ? null : changeTexts(field, change.before, change.after);
  return (
    <li>
      <span className={classes.number}>{shortMoment(new Date(at), now)}</span>
      <span className={classes.lineText} dir="auto" title={`${name} ${changeName}`}>
        <b>{name}</b> {changeName}
      </span>
      {values && (
        <span
          className={classes.change}
          dir="auto"
          title={values.map((value) => value ?? messages.unknown).join(" → ")}
        >
          {values[0] ?? messages.unknown} → <b>{values[1] ?? messages.unknown}</b>
        </span>
      )}
    </li>
  );
}
