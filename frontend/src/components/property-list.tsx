/** List of names and values in two columns; a null value is shown as unknown. */
import type { ReactNode } from "react";
import { messages } from "@/messages";
import classes from "./property-list.module.css";

export type Property = readonly [name: string, value: ReactNode];

/** One name with its value. */
export function property(name: string, value: ReactNode): Property {
  return [name, value];
}

export function PropertyList({ properties }: { properties: readonly Property[] }) {
  return (
    <dl className={classes.list}>
      {properties.map(([name, value]) => (
        <div key={name} className={classes.row}>
          <dt>{name}</dt>
          <dd>{value ?? <span className={classes.unknown}>{messages.unknown}</span>}</dd>
        </div>
      ))}
    </dl>
  );
}
