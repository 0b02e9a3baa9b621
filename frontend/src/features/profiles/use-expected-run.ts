/** The run that shows how a profile is expected to go on some hardware: the newest of its kind. */
import { useQuery } from "@tanstack/react-query";
import { useApi } from "@/api/context";
import { jobQuery } from "@/api/jobs";
import { runQuery } from "@/api/runs";
import type { Plan, ProfileDetail, ProfileUse, Run } from "@/api/types";

type Configuration = ProfileUse["configurations"][number];

export interface ExpectedRun {
  chosen: Configuration | null;
  /** What can be chosen. */
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
  const { data: found } = useQuery({ ...jobQuery(api, job ?? ""), enabled: job !== null });
  return { chosen, choices, run, plan: found?.plan, isKnown: use !== undefined };
}

/** One entry for each configuration: of the version that is shown where it ran there, else of the newest that did. */
export function choicesOf(configurations: readonly Configuration[], version: number): Configuration[] {
  const found = new Map<string, Configuration>();
  for (const each of configurations) {
    const before = found.get(each.configuration.number);
    if (!before || (before.version !== version && each.version === version)) found.set(each.configuration.number, each);
  }
  const own = [...found.values()];
  return [...own.filter((each) => each.version === version), ...own.filter((each) => each.version !== version)];
}
