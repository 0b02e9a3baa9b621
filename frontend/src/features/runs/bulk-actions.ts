/** Does one thing with each of some runs, a few at a time; those that refuse are named. */

export interface RunFailure {
  run: string;
  reason: string;
}

export interface BulkOutcome {
  done: string[];
  failed: RunFailure[];
}

const AT_ONCE = 4;

/** Both lists are in the order of the runs. */
export async function forEachRun(
  runs: readonly string[],
  act: (run: string) => Promise<unknown>,
): Promise<BulkOutcome> {
  const reasons = new Map<string, string>();
  const rest = [...runs];
  const work = async () => {
    for (let run = rest.shift(); run !== undefined; run = rest.shift()) {
      try {
        await act(run);
      } catch (error) {
        reasons.set(run, error instanceof Error ? error.message : String(error));
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return {
    done: runs.filter((run) => !reasons.has(run)),
    failed: runs.flatMap((run) => {
      const reason = reasons.get(run);
      return reason === undefined ? [] : [{ run, reason }];
    }),
  };
}
