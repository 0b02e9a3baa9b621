/** Writes a profile: a text with the numbers of its lines, and beside it what it comes to, looked at while it is typed. */
import { Button, Text, Textarea } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useBlocker } from "@tanstack/react-router";
import { useId, useMemo, useRef, useState } from "react";
import { idempotencyKey } from "@/api/client";
import { useApi } from "@/api/context";
import { usePermissions } from "@/api/permissions";
import { createProfile, profileCheckQuery, profilesKey, profileToEditQuery, saveProfileVersion } from "@/api/profiles";
import type { ProfileDetail } from "@/api/types";
import { AnchorLink } from "@/components/link";
import { Loading } from "@/components/loading";
import { ErrorNotice, Notice } from "@/components/notice";
import { PageHeader, Section } from "@/components/page";
import { profile as profileWords, editor as words } from "@/messages/profiles";
import { CheckView } from "./check-view";
import { copyOf, offsetOfLine, problemsByLine, TEMPLATE, withVersion } from "./editor-text";
import { FileStart } from "./file-start";
import { NumberedText } from "./numbered-text";
import classes from "./profiles.module.css";

const DEBOUNCE_MS = 400;
const PAGE_HEIGHT = 900;
const START_BYTES = 256 * 1024 * 1024;
const LINE_HEIGHT = 20;

type Saved = (profile: ProfileDetail) => void;

/** A profile of one's own from the template, or from a copy of `from`, as in `quick-4k@1`. */
export function NewProfile({ from, saved }: { from: string | undefined; saved: Saved }) {
  const [name = "", version] = (from ?? "").split("@");
  const { data, error } = useQuery({
    ...profileToEditQuery(useApi(), name, version ? Number(version) : undefined),
    enabled: from !== undefined,
  });
  if (from !== undefined && !data && !error) return <Loading height={PAGE_HEIGHT} />;
  return (
    <>
      <PageHeader title={words.newTitle}>
        <Text c="dimmed">{words.explain}</Text>
      </PageHeader>
      {error && <ErrorNotice error={error} />}
      <Editor start={data ? copyOf(data.text, name) : TEMPLATE} basedOn={data ? (from ?? null) : null} saved={saved} />
    </>
  );
}

/** The next version of a profile of this lab. */
export function EditProfile({ name, saved }: { name: string; saved: Saved }) {
  const { data, error, refetch } = useQuery(profileToEditQuery(useApi(), name));
  if (error && !data) {
    return (
      <>
        <PageHeader title={words.editTitle(name)} />
        <ErrorNotice error={error} retry={() => void refetch()} />
      </>
    );
  }
  if (!data) return <Loading height={PAGE_HEIGHT} />;
  if (data.origin !== "custom") {
    return (
      <>
        <PageHeader title={words.editTitle(name)} />
        <Notice level="info" title={words.catalogueTitle}>
          {words.catalogue}
          <AnchorLink to="/profiles/new" search={{ from: `${name}@${data.version}` }} underline="always">
            {profileWords.copyAndEdit}
          </AnchorLink>
        </Notice>
      </>
    );
  }
  return (
    <>
      <PageHeader title={words.editTitle(name)}>
        <Text c="dimmed">{words.keeps(data.latest_version + 1)}</Text>
      </PageHeader>
      <Editor start={withVersion(data.text, data.latest_version + 1)} edits={data} basedOn={null} saved={saved} />
    </>
  );
}

interface EditorProps {
  start: string;
  basedOn: string | null;
  /** The profile as it was when the edit began; without it a new one is made. */
  edits?: ProfileDetail;
  saved: Saved;
}

function Editor({ start, basedOn, edits, saved }: EditorProps) {
  const [text, setText] = useState(start);
  const [before, setBefore] = useState<string | null>(null);
  const [target_bytes, setTarget] = useState(START_BYTES);
  const [engine, setEngine] = useState<string | null>(null);
  const input = useRef<HTMLTextAreaElement>(null);
  const status = useId();
  const [settled] = useDebouncedValue(text, DEBOUNCE_MS);
  const check = useQuery(profileCheckQuery(useApi(), { text: settled, target_bytes, engine }));
  const problems = check.data?.problems;
  const byLine = useMemo(() => problemsByLine(problems ?? []), [problems]);
  const isSound = settled === text && !check.isPlaceholderData && check.data?.profile !== null && check.isSuccess;

  const goToLine = (line: number) => {
    const field = input.current;
    if (!field) return;
    const from = offsetOfLine(text, line);
    const end = text.indexOf("\n", from);
    field.focus();
    field.setSelectionRange(from, end === -1 ? text.length : end);
    field.scrollTop = Math.max(0, (line - 6) * LINE_HEIGHT);
  };
  const replace = (made: string) => {
    setBefore(text);
    setText(edits ? withVersion(made, edits.latest_version + 1).replace(/^name:.*$/m, `name: ${edits.name}`) : made);
  };
  const undo =
    before === null
      ? null
      : () => {
          setText(before);
          setBefore(null);
        };
  return (
    <div className={classes.layout}>
      <div className={classes.column}>
        <NumberedText value={text} change={setText} problems={byLine} input={input} describedBy={status} />
        <Section title={words.begin}>
          <FileStart begin={replace} undo={undo} />
        </Section>
      </div>
      <div className={classes.column}>
        <Section title={words.check}>
          <CheckView
            id={status}
            check={check}
            target_bytes={target_bytes}
            engine={engine}
            choose={(chosen) => {
              if (chosen.target_bytes !== undefined) setTarget(chosen.target_bytes);
              if (chosen.engine !== undefined) setEngine(chosen.engine);
            }}
            goToLine={goToLine}
          />
        </Section>
        <Section title={words.save}>
          <SaveForm
            text={text}
            isSound={isSound}
            isChanged={text !== start}
            edits={edits}
            basedOn={basedOn}
            saved={saved}
          />
        </Section>
      </div>
    </div>
  );
}

interface SaveFormProps extends Omit<EditorProps, "start"> {
  text: string;
  isSound: boolean;
  isChanged: boolean;
}

function SaveForm({ text, isSound, isChanged, edits, basedOn, saved }: SaveFormProps) {
  const api = useApi();
  const queryClient = useQueryClient();
  const { operate } = usePermissions();
  const [note, setNote] = useState("");
  const isDone = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another text or note needs another key.
  const key = useMemo(idempotencyKey, [text, note]);
  const save = useMutation({
    mutationFn: () =>
      edits
        ? saveProfileVersion(api, edits.name, { text, note, expected_version: edits.latest_version }, key)
        : createProfile(api, { text, note, based_on: basedOn }, key),
    onSuccess: async (profile) => {
      isDone.current = true;
      await queryClient.invalidateQueries({ queryKey: profilesKey });
      saved(profile);
    },
  });
  useBlocker({
    shouldBlockFn: () => isChanged && !isDone.current && !window.confirm(words.unsaved),
    enableBeforeUnload: () => isChanged && !isDone.current,
  });
  if (!operate) return <Text c="dimmed">{words.viewer}</Text>;
  return (
    <form
      className={classes.save}
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate();
      }}
    >
      <Textarea
        label={words.note}
        description={words.noteHint}
        rows={2}
        maxLength={2000}
        value={note}
        onChange={({ currentTarget }) => setNote(currentTarget.value)}
      />
      {save.error && <ErrorNotice error={save.error} title={words.saveFailed} />}
      <Button type="submit" disabled={!isSound} loading={save.isPending}>
        {edits ? words.saveVersion(edits.latest_version + 1) : words.saveNew}
      </Button>
    </form>
  );
}
