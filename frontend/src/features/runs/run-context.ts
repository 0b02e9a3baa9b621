/** The run of the page: read once by the page, and shared with whichever part of it is open. */
import { createContext, useContext } from "react";
import type { Run } from "@/api/types";

export const RunContext = createContext<Run | null>(null);

export function useRun(): Run {
  const run = useContext(RunContext);
  if (!run) throw new Error("there is no run around this part");
  return run;
}
