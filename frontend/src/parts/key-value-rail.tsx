/** Facts in a narrow rail: names left, values right, what differs as a chip, unknown values marked. */
import type { ReactNode } from "react";
import { parts as words } from "@/messages/parts";
import classes from "./key-value-rail.module.css";

export interface RailFact {
  name: string;
  /** Null is unknown. */
  value: ReactNode;
  /** It is another one than the baseline has. */
  differs?: boolean;
}

export function KeyValueRail({ facts }: { facts: readonly RailFact[] }) {
  return (
    <dl className={classes.rail}>
      {facts.map(({ name, value, differs = false }) => (
        <Fact key={name} name={name} value={value} differs={differs} />
      ))}
    </dl>
  );
}

function Fact({ name, value, differs }: RailFact) {
  return (
    <>
      <dt dir="auto">{name}</dt>
      <dd>
        {value === null ? (
          <span className={classes.unknown}>{words.unknown}</span>
        ) : (
          <span className={differs ? classes.differs : undefined} dir="auto">
            {value}
          </span>
        )}
      </dd>
    </>
  );
}
