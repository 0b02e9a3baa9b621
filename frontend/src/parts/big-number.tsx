/** A number to read from afar, with its unit small behind it. */
import type { ShortValue } from "@/lib/short-values";
import classes from "./big-number.module.css";

export type NumberSize = 20 | 23 | 26 | 30 | 38 | 44 | 50;

export function BigNumber({ value: { number, unit }, size }: { value: ShortValue; size: NumberSize }) {
  return (
    <span className={classes.number} data-size={size}>
      {number}
      {unit !== "" && (
        <>
          <span className="visually-hidden"> </span>
          <small className={classes.unit}>{unit}</small>
        </>
      )}
    </span>
  );
}
