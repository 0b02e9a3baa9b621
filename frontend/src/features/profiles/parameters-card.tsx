/** Parameters of a profile, and the changes of its version. */
import { useQuery } from "@tanstack/react-query";
import { useApi } from "@/api/context";
import { profileDiffQuery } from "@/api/profiles";
import type { ProfileDetail, ProfileDiff } from "@/api/types";
import { AnchorLink } from "@/components/link";
import { ErrorNotice } from "@/components/notice";
import { formatDay } from "@/lib/units";
import { profileDiff, profile as words } from "@/messages/profiles";
import { Card } from "@/parts/card";
import { KeyValueRail, type RailFact } from "@/parts/key-value-rail";
import { DiffLines } from "./diff-lines";
import { enginesText, quantityText } from "./profile-text";
import classes from "./profiles.module.css";

/** Lines of the text beside the parameters; all of them have a page of their own. */
const MAX_LINES = 14;

/** Return whether there is a version to compare with: a built-in profile comes in its newest one alone. */
export const hasVersionBefore = ({ version, versions }: Pick<ProfileDetail, "version" | "versions">): boolean =>
  versions.some((entry) => entry.version === version - 1);

function useLastChanges(profile: Pick<ProfileDetail, "name" | "version" | "versions">) {
  const { name, version } = profile;
  return useQuery({ ...profileDiffQuery(useApi(), name, version - 1, version), enabled: hasVersionBefore(profile) });
}

/** Return the names of the parameters that a version changed. */
export function changedParameters(diff: ProfileDiff | undefined): Set<string> {
  return new Set(diff?.differences.flatMap(({ group, name }) => (group === "parameters" && name ? [name] : [])));
}

export function ParametersCard({ profile }: { profile: ProfileDetail }) {
  const { data } = useLastChanges(profile);
  const changed = changedParameters(data);
  const facts: RailFact[] = [
    ...profile.parameters.map((parameter) => ({
      name: parameter.title,
      value: quantityText(parameter, parameter.default),
      differs: changed.has(parameter.name),
    })),
    { name: words.engines, value: enginesText(profile) },
  ];
  return (
    <Card title={words.parameters} note={changed.size > 0 ? words.changedIn(changed.size, profile.version) : undefined}>
      <div className={classes.facts}>
        <KeyValueRail facts={facts} />
        {profile.parameters.length === 0 && <p className={classes.quiet}>{words.noParameters}</p>}
      </div>
    </Card>
  );
}

export function ChangesCard({ profile }: { profile: ProfileDetail }) {
  const { name, version, versions } = profile;
  const { data, error, refetch } = useLastChanges(profile);
  const own = versions.find((entry) => entry.version === version);
  return (
    <Card
      title={words.against(version, version - 1)}
      aside={own?.created_at && <span className={classes.quiet}>{formatDay(own.created_at)}</span>}
    >
      <div className={classes.changes}>
        {error && !data && <ErrorNotice error={error} retry={() => void refetch()} />}
        {data?.lines && <DiffLines lines={changedFirst(data.lines)} />}
        {data && !data.lines && <p className={classes.quiet}>{profileDiff.tooManyLines}</p>}
        {own?.note && (
          <p className={classes.note} dir="auto">
            {own.note}
          </p>
        )}
        <AnchorLink to="/profiles/$name/diff" params={{ name }} search={{ a: version - 1, b: version }}>
          {words.allChanges}
        </AnchorLink>
      </div>
    </Card>
  );
}

/** Return a limited number of lines from the first change, with one line before it. */
function changedFirst(lines: NonNullable<ProfileDiff["lines"]>) {
  const first = lines.findIndex(({ kind }) => kind !== "same");
  return lines.slice(Math.max(0, first - 1), Math.max(0, first - 1) + MAX_LINES);
}
