/** Step 2: the profile, as a gallery of what each does, or a workload of this run alone. */
import { Button, NumberInput, Text, TextInput } from "@mantine/core";
import { IconSearch } from "@tabler/icons-react";
import { useId, useState } from "react";
import type { Profile } from "@/api/types";
import {
  effectOn,
  firstGroup,
  PROFILE_GROUPS,
  type ProfileGroup,
  profileFacts,
  profilesIn,
} from "@/components/profile-groups";
import { newJob } from "@/messages/jobs";
import { newRun as words } from "@/messages/new-run";
import { ProfileCard } from "@/parts/profile-card";
import type { DrawnPhase } from "@/parts/profile-drawing";
import { Segmented } from "@/parts/segmented";
import { StepHeading } from "@/parts/step-heading";
import { CUSTOM_DEFAULTS, CUSTOM_LISTS, type CustomWorkload, customField } from "./custom";
import { isOnDrives } from "./draft";
import { MissingProfile } from "./missing-profile";
import type { StepProps } from "./new-run";
import classes from "./new-run.module.css";

const GROUP = "profile";

export interface ProfileStepProps extends StepProps {
  profiles: readonly Profile[];
  /** Undefined for a workload of this run alone too. */
  chosen: Profile | undefined;
}

export function ProfileStep({ profiles, chosen, ...step }: ProfileStepProps) {
  const { draft, change, errors } = step;
  const heading = useId();
  const [search, setSearch] = useState("");
  const [group, setGroup] = useState<ProfileGroup>(() => firstGroup(chosen));
  const shown = profilesIn(profiles, { group, search, chosen });
  const refused = errors["profile.name"] ?? errors.profile;
  const isCustom = draft.custom !== undefined;
  const [isAbout, setAbout] = useState(false);
  const about = chosen && newJob.profileDetail(chosen.description, newJob.phases(chosen.phase_count), chosen.writes);
  return (
    <section className={classes.step} aria-labelledby={heading}>
      <StepHeading number={2} title={words.profile.title} note={words.profile.note} id={heading}>
        {about && (
          <Button
            variant="subtle"
            size="compact-xs"
            aria-expanded={isAbout}
            aria-controls={`${heading}-about`}
            onClick={() => setAbout(!isAbout)}
          >
            {words.about}
          </Button>
        )}
        <TextInput
          type="search"
          className={classes.search}
          aria-label={words.find}
          placeholder={words.count(profiles.length)}
          leftSection={<IconSearch size={14} stroke={1.75} aria-hidden="true" />}
          value={search}
          onChange={({ currentTarget }) => setSearch(currentTarget.value)}
        />
        <Segmented
          label={words.groupLabel}
          options={PROFILE_GROUPS.map((value) => ({ value, label: words.groups[value] }))}
          value={group}
          change={(next) => {
            setGroup(next);
            setSearch("");
          }}
        />
      </StepHeading>
      {!chosen && !isCustom && draft.profile && <MissingProfile profile={draft.profile} version={draft.version} />}
      <div
        id="field-profile-name"
        tabIndex={-1}
        className={classes.profiles}
        role="radiogroup"
        aria-label={newJob.profile}
        aria-describedby={refused ? `${heading}-error` : undefined}
      >
        {shown.map((profile) => (
          <ProfileCard
            key={profile.name}
            group={GROUP}
            {...profileFacts(profile, isOnDrives(draft))}
            isChosen={!isCustom && profile.name === chosen?.name}
            choose={() =>
              change({ profile: profile.name, custom: undefined, version: undefined, parameters: undefined })
            }
          />
        ))}
        <ProfileCard
          group={GROUP}
          title={words.custom.card}
          line={words.custom.line}
          time={words.custom.time}
          effect={effectOn(isCustom && isWriting(draft.custom ?? {}), isOnDrives(draft))}
          phases={CUSTOM_PICTURE}
          isChosen={isCustom}
          choose={() =>
            change({ custom: draft.custom ?? {}, profile: undefined, version: undefined, parameters: undefined })
          }
        />
      </div>
      {search !== "" && shown.length === 0 && <Text role="status">{words.noMatch}</Text>}
      {search === "" && group === "mine" && shown.length === 0 && <Text c="dimmed">{words.noneOfMine}</Text>}
      {refused && (
        <p className={classes.error} id={`${heading}-error`}>
          {refused}
        </p>
      )}
      {about && isAbout && (
        <p className={classes.about} id={`${heading}-about`} dir="auto">
          {about}
        </p>
      )}
      {draft.custom && <CustomFields custom={draft.custom} {...step} />}
    </section>
  );
}

const CUSTOM_PICTURE: readonly DrawnPhase[] = [4096, 8192].flatMap((blockBytes) =>
  [100, 70, 0].map((readPercent) => ({
    kind: "measure",
    seconds: 30,
    untilSteady: false,
    blockBytes,
    readPercent,
    randomPercent: 100,
    threads: 1,
    outstanding: 32,
    loadPercent: null,
  })),
);

const isWriting = ({ read = CUSTOM_DEFAULTS.read }: CustomWorkload): boolean => read.trim() !== "100";

function CustomFields({ custom, change, errors }: StepProps & { custom: CustomWorkload }) {
  const set = (patch: Partial<CustomWorkload>) => change({ custom: { ...custom, ...patch } });
  const message = (field: keyof CustomWorkload) => {
    const matches = Object.entries(errors).filter(
      ([path]) => path.startsWith("profile.document") && (customField(path) ?? "block_sizes") === field,
    );
    return matches.length > 0 ? matches.map(([, text]) => text).join(" ") : undefined;
  };
  return (
    <fieldset className={classes.custom}>
      <legend>
        {words.custom.legend} <span>{words.custom.hint}</span>
      </legend>
      <div className={classes.lists}>
        {CUSTOM_LISTS.map((list) => (
          <TextInput
            key={list}
            id={`field-custom-${list}`}
            label={words.custom[list]}
            value={custom[list] ?? CUSTOM_DEFAULTS[list]}
            onChange={({ currentTarget }) => set({ [list]: currentTarget.value })}
            error={message(list)}
            spellCheck={false}
            autoComplete="off"
            maxLength={200}
          />
        ))}
        <NumberInput
          id="field-custom-seconds"
          label={words.custom.seconds}
          value={custom.seconds ?? CUSTOM_DEFAULTS.seconds}
          onChange={(seconds) => typeof seconds === "number" && seconds > 0 && set({ seconds })}
          error={message("seconds")}
          min={1}
        />
      </div>
    </fieldset>
  );
}
