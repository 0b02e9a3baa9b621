/** Beside a plan: what it does to drives, its versions, what uses it, and how its runs end. */
import { IconGrid4x4, IconLink, IconTimeline } from "@tabler/icons-react";
import type { ReactNode } from "react";
import type { ProfileDetail, ProfileUse } from "@/api/types";
import { AnchorLink } from "@/components/link";
import { joinShort, shortBytes, shortPercent } from "@/lib/short-values";
import { formatDay } from "@/lib/units";
import { profile as words } from "@/messages/profiles";
import { Card } from "@/parts/card";
import { KeyValueRail, type RailFact } from "@/parts/key-value-rail";
import classes from "./profiles.module.css";
import type { ExpectedRun } from "./use-expected-run";

/** More versions have a tab of their own. */
const MAX_VERSIONS = 5;

export interface ProfileRailProps {
  profile: ProfileDetail;
  use: ProfileUse | undefined;
  expected: ExpectedRun;
}

export function ProfileRail({ profile, use, expected }: ProfileRailProps) {
  return (
    <>
      <Card title={words.effectTitle}>
        <div className={classes.facts}>
          <KeyValueRail facts={effectFacts(profile, expected)} />
        </div>
      </Card>
      <Versions profile={profile} use={use} />
      <UsedBy use={use} />
      <Ends profile={profile} use={use} />
    </>
  );
}

function effectFacts({ writes, purge }: ProfileDetail, { plan }: ExpectedRun): RailFact[] {
  const written = plan?.expected_writes?.typical_bytes ?? plan?.written_bytes;
  const used = (plan?.endurance ?? []).flatMap(({ typical_percent }) => typical_percent ?? []);
  return [
    { name: words.writes, value: !writes ? words.nothing : written ? joinShort(shortBytes(written)) : words.byTarget },
    ...(used.length > 0 ? [{ name: words.endurance, value: shortPercent(Math.max(...used)) }] : []),
    { name: words.needs, value: writes ? words.needsEnrolment : words.needsNothing },
    ...(purge ? [{ name: words.before, value: words.purge }] : []),
  ];
}

function Versions({ profile: { name, version, versions }, use }: Omit<ProfileRailProps, "expected">) {
  const runs = new Map(use?.versions.map((entry) => [entry.version, entry.run_count]));
  const [newest, before] = versions;
  return (
    <Card
      title={words.versions}
      aside={
        newest &&
        before && (
          <AnchorLink
            to="/profiles/$name/diff"
            params={{ name }}
            search={{ a: before.version, b: newest.version }}
            className={classes.quietLink}
          >
            {words.diff}
          </AnchorLink>
        )
      }
    >
      <ul className={classes.rows}>
        {versions.slice(0, MAX_VERSIONS).map((entry) => (
          <li key={entry.version} className={classes.versionRow}>
            <AnchorLink
              to="/profiles/$name"
              params={{ name }}
              search={{ version: entry.version }}
              aria-current={entry.version === version ? "true" : undefined}
            >
              {words.short(entry.version)}
            </AnchorLink>
            <span className={classes.quiet}>
              {entry.created_at ? savedText(entry.created_at, entry.created_by) : words.withProgram}
            </span>
            {use && <b>{words.runs(runs.get(entry.version) ?? 0)}</b>}
            {entry.note && <small dir="auto">{entry.note}</small>}
          </li>
        ))}
      </ul>
    </Card>
  );
}

const savedText = (at: string, by: string | null): string => (by ? words.savedOn(formatDay(at), by) : formatDay(at));

function UsedBy({ use }: { use: ProfileUse | undefined }) {
  if (!use) return null;
  const rows: { key: string; icon: ReactNode; link: ReactNode; kind: string }[] = [
    ...use.campaigns.map(({ number, name }) => ({
      key: number,
      icon: <IconGrid4x4 size={14} stroke={1.75} />,
      link: (
        <AnchorLink to="/campaigns/$ref" params={{ ref: number }}>
          {name}
        </AnchorLink>
      ),
      kind: words.kinds.campaign,
    })),
    ...use.permalinks.map(({ number, name }) => ({
      key: number,
      icon: <IconLink size={14} stroke={1.75} />,
      link: (
        <AnchorLink to="/shares/$ref" params={{ ref: number }}>
          {name}
        </AnchorLink>
      ),
      kind: words.kinds.permalink,
    })),
    ...use.waiting.map((number) => ({
      key: number,
      icon: <IconTimeline size={14} stroke={1.75} />,
      link: (
        <AnchorLink to="/runs/$ref" params={{ ref: number }}>
          {number}
        </AnchorLink>
      ),
      kind: words.kinds.waiting,
    })),
  ];
  const more = use.campaign_count + use.permalink_count + use.waiting_count - rows.length;
  return (
    <Card title={words.usedBy} aside={<span className={classes.quiet}>{words.runs(use.run_count)}</span>}>
      {rows.length === 0 ? (
        <p className={classes.blank}>{use.run_count === 0 ? words.unused : words.runsOnly}</p>
      ) : (
        <ul className={classes.rows}>
          {rows.map(({ key, icon, link, kind }) => (
            <li key={key} className={classes.useRow}>
              <span aria-hidden="true">{icon}</span>
              <span className={classes.cut} dir="auto">
                {link}
              </span>
              <span className={classes.quiet}>{kind}</span>
            </li>
          ))}
          {more > 0 && <li className={classes.quiet}>{words.more(more)}</li>}
        </ul>
      )}
    </Card>
  );
}

function Ends({ profile: { version }, use }: Omit<ProfileRailProps, "expected">) {
  const own = use?.versions.find((entry) => entry.version === version);
  if (!own) return null;
  const { steady_count: steady, not_steady_count: unsteady, failed_count: failed } = own;
  const others = own.finished_count - steady - unsteady;
  const rounds = own.median_rounds == null ? null : Math.round(own.median_rounds);
  const ends = [
    {
      tone: "ok",
      name: words.steady,
      count: steady,
      text: rounds === null ? String(steady) : words.afterRounds(steady, rounds),
    },
    { tone: "done", name: words.finished, count: others, text: String(others) },
    { tone: "warn", name: words.notSteady, count: unsteady, text: String(unsteady) },
    { tone: "err", name: words.runsFailed, count: failed, text: String(failed) },
  ].filter(({ count }) => count > 0);
  if (ends.length === 0) return null;
  return (
    <Card title={words.outcomes} aside={<span className={classes.quiet}>{words.runsOf(own.run_count, version)}</span>}>
      <div className={classes.facts}>
        <div className={classes.ends} aria-hidden="true">
          {ends.map(({ tone, count }) => (
            <i key={tone} data-tone={tone} style={{ flexGrow: count }} />
          ))}
        </div>
        <KeyValueRail facts={ends.map(({ name, text }) => ({ name, value: text }))} />
      </div>
    </Card>
  );
}
