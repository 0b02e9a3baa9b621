/** The run that shows how a profile is expected to go on some hardware: the newest of its kind. */
import { useQuery } from "@tanstack/react-query";
import { useApi } from "@/api/context";
import { jobQuery } from "@/api/jobs";
import { runQuery } from "@/api/runs";
import type { Plan, ProfileDetail, ProfileUse, Run } from "@/api/types";

type Configuration = ProfileUse["configurations"][number];

export interface ExpectedRun {
  chosen: Configuration | null;
  /** Configurations to choose from. */
  choices: readonly Configuration[];
  run: Run | undefined;
  /** The plan that its job had. */
  plan: Plan | undefined;
  /** It is known whether there is such a run. */
  isKnown: boolean;
}

export function useExpectedRun(
  profile: Pick<ProfileDetail, "version">,
  use: ProfileUse | undefined,
  on: string | undefined,
): ExpectedRun {
  const api = useApi();
  const choices = choicesOf(use?.configurations ?? [], profile.version);
  const chosen = choices.find(({ configuration }) => configuration.number === on) ?? choices[0] ?? null;
  const { data: run } = useQuery({ ...runQuery(api, chosen?.run ?? ""), enabled: chosen !== null });
  const job = run?.job?.number ?? null;
  const { data: jobDetails } = useQuery({ ...jobQuery(api, job ?? ""), enabled: job !== null });
  return { chosen, choices, run, plan: jobDetails?.plan, isKnown: use !== undefined };
}

/** One entry for each configuration: of the version that is shown where it ran there, else of the newest that did. */
export function choicesOf(configurations: readonly Configuration[], version: number): Configuration[] {
  const byNumber = new Map<string, Configuration>();
  for (const entry of configurations) {
    const before = byNumber.get(entry.configuration.number);
    if (!before || (before.version !== version && entry.version === version))
      byNumber.set(entry.configuration.number, entry);
  }
  const own = [...byNumber.values()];
  return [...own.filter((entry) => entry.version === version), ...own.filter((entry) => entry.version !== version)];
}
