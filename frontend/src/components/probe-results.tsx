/** Results of a server's interlocks for a target, drive by drive: refusals first and expanded, the rest collapsed. */
import { IconCircleCheck, IconCircleMinus, IconCircleX } from "@tabler/icons-react";
import type { ProbeResult } from "@/api/types";
import { probeResults as words } from "@/messages/probe-results";
import { groupProbeResults } from "./group-probe-results";
import classes from "./probe-results.module.css";

const ICONS = { refuse: IconCircleX, pass: IconCircleCheck, not_applicable: IconCircleMinus };

export function ProbeResults({ results }: { results: readonly ProbeResult[] }) {
  if (results.length === 0) return <p>{words.none}</p>;
  return (
    <div className={classes.devices}>
      {groupProbeResults(results).map(({ device, refused, groups }) => (
        <div key={device} className={classes.device} data-refused={refused || undefined}>
          <h3 className={device ? classes.name : undefined}>{device || words.wholeTarget}</h3>
          {groups.map((group) => (
            <Group key={group.verdict} {...group} />
          ))}
        </div>
      ))}
    </div>
  );
}

function Group({ verdict, results }: { verdict: ProbeResult["verdict"]; results: readonly ProbeResult[] }) {
  const Icon = ICONS[verdict];
  return (
    <details open={verdict === "refuse"}>
      <summary className={classes.summary}>
        <span className={classes.verdict} data-verdict={verdict}>
          <Icon size={16} stroke={1.75} aria-hidden="true" />
          {words.group(words.verdicts[verdict], results.length)}
        </span>
      </summary>
      <ul className={classes.list}>
        {results.map(({ id, title, reason }) => (
          <li key={id}>
            <span className={classes.title}>
              {id} {title}:
            </span>{" "}
            {reason}
          </li>
        ))}
      </ul>
    </details>
  );
}
