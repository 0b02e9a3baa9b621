/** The name of a piece of hardware beside its list, its condition, and the way to its page. */
import type { ReactNode } from "react";
import type { Drive, HardwareArray } from "@/api/types";
import { ConditionLabel } from "@/components/condition-label";
import classes from "./peek-head.module.css";

export interface PeekHeadProps {
  title: string;
  piece: Pick<Drive, "lifecycle"> & Partial<Pick<Drive, "drive_state">> & Partial<Pick<HardwareArray, "condition">>;
  open: ReactNode;
}

export function PeekHead({ title, piece: { lifecycle, drive_state, condition }, open }: PeekHeadProps) {
  const state = condition ?? drive_state;
  return (
    <div className={classes.head}>
      <div>
        <div className={classes.title} dir="auto">
          {title}
        </div>
        <div className={classes.state}>
          {state && <ConditionLabel condition={state} />}
          <ConditionLabel condition={lifecycle} />
        </div>
      </div>
      {open}
    </div>
  );
}
