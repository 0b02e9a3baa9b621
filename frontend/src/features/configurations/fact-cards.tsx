/** The facts of a configuration as four cards: server, controller, array, drives. */
import { IconAdjustments, IconDeviceSdCard, IconServer2, IconStack3 } from "@tabler/icons-react";
import type { Configuration } from "@/api/types";
import { word } from "@/messages";
import { configuration as words } from "@/messages/configurations";
import { Card } from "@/parts/card";
import { KeyValueRail, type RailFact } from "@/parts/key-value-rail";
import classes from "./configurations.module.css";

type Fact = Configuration["facts"][number];

const GROUPS = ["server", "controller", "array", "drives"] as const;
const ICONS = {
  server: IconServer2,
  controller: IconAdjustments,
  array: IconStack3,
  drives: IconDeviceSdCard,
} as const;
const SHOWN = 6;
/** The card names the group already. */
const OF_THE_GROUP = / of the (controller|array|drives)$/;

export interface FactCardsProps {
  facts: readonly Fact[];
  /** Keys of those that the last change changed. */
  changed: ReadonlySet<string>;
}

export function FactCards({ facts, changed }: FactCardsProps) {
  return (
    <div className={classes.facts}>
      {GROUPS.map((group) => {
        const Icon = ICONS[group];
        const rows = facts.filter((fact) => fact.group === group).map((fact) => railFact(fact, changed));
        const [first, more] = [rows.slice(0, SHOWN), rows.slice(SHOWN)];
        return (
          <Card
            key={group}
            title={word(words.groups, group)}
            aside={<Icon size={15} stroke={1.75} aria-hidden="true" />}
          >
            <div className={classes.body}>
              {rows.length === 0 && <p className={classes.quiet}>{words.noFacts}</p>}
              <KeyValueRail facts={first} />
              {more.length > 0 && (
                <details className={classes.more}>
                  <summary>{words.more(more.length)}</summary>
                  <KeyValueRail facts={more} />
                </details>
              )}
            </div>
          </Card>
        );
      })}
    </div>
  );
}

function railFact({ key, label, value }: Fact, changed: ReadonlySet<string>): RailFact {
  const name = label.replace(OF_THE_GROUP, "");
  return { name, value, differs: changed.has(key) };
}
