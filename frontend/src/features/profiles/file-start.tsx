/** Begins a profile with a file: a profile as it is, a job file of a tool as the lab reads it, with its remarks. */
import { Button, Text } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useApi } from "@/api/context";
import { readJobFile } from "@/api/profiles";
import type { JobFileFinding } from "@/api/types";
import { type Column, DataTable } from "@/components/data-table";
import { FileDrop } from "@/components/file-drop";
import { ErrorNotice, Notice } from "@/components/notice";
import { Tag } from "@/components/tag";
import { word } from "@/messages";
import { editor as words } from "@/messages/profiles";
import { kindOf, MAX_CHARACTERS, withoutCarriageReturns } from "./editor-text";
import classes from "./profiles.module.css";

const LEVELS = { refused: "error", dropped: "info", changed: "warn" } as const;

/** Result of reading a file; `text` is null if it could not be converted. */
interface ReadFile {
  name: string;
  text: string | null;
  lines: string[];
  findings: readonly JobFileFinding[];
}

class CannotRead extends Error {}

export interface FileStartProps {
  begin: (text: string) => void;
  /** Restore the previous text; null if nothing was replaced. */
  undo: (() => void) | null;
}

export function FileStart({ begin, undo }: FileStartProps) {
  const api = useApi();
  const read = useMutation({
    mutationFn: async (files: File[]): Promise<ReadFile> => {
      const [file] = files;
      if (!file || files.length > 1) throw new CannotRead(words.oneFile);
      if (file.size > 4 * MAX_CHARACTERS) throw new CannotRead(words.tooLong);
      const text = withoutCarriageReturns(await file.text());
      if (text.length > MAX_CHARACTERS) throw new CannotRead(words.tooLong);
      // Unreadable bytes come as this character.
      if (text.includes("\ufffd") || text.includes("\0")) throw new CannotRead(words.notText);
      const kind = kindOf(text);
      const lines = text.split("\n");
      if (kind === "profile") return { name: file.name, text, lines, findings: [] };
      const made = await readJobFile(api, kind, text);
      return { name: file.name, text: made.text, lines, findings: made.findings };
    },
    onSuccess: ({ text }) => {
      if (text !== null) begin(text);
    },
  });
  return (
    <div className={classes.plan}>
      <FileDrop
        title={words.drop}
        titleOver={words.dropOver}
        chooseLabel={words.choose}
        hint={words.dropHint}
        accept=".fio,.job,.ini,.vdb,.parm,.txt,.yaml,.yml,text/plain"
        minHeight={120}
        take={(files) => read.mutate(files)}
      />
      {read.error instanceof CannotRead ? (
        <Notice level="error" alert>
          {read.error.message}
        </Notice>
      ) : (
        read.error && <ErrorNotice error={read.error} />
      )}
      {read.data && <Remarks read={read.data} undo={undo} />}
    </div>
  );
}

function Remarks({ read, undo }: { read: ReadFile; undo: FileStartProps["undo"] }) {
  const { name, text, findings, lines } = read;
  const columns: readonly Column<JobFileFinding>[] = [
    { key: "line", title: words.findingColumns.line, numeric: true, cell: ({ line }) => line },
    {
      key: "level",
      title: words.findingColumns.level,
      cell: ({ level }) => <Tag label={word(words.levels, level)} level={LEVELS[level]} />,
    },
    { key: "words", title: words.findingColumns.words, wrap: true, cell: (finding) => finding.words },
    {
      key: "text",
      title: words.findingColumns.text,
      cell: ({ line }) => <code className={classes.path}>{(lines[line - 1] ?? "").slice(0, 120)}</code>,
    },
  ];
  return (
    <>
      <Notice level={text === null ? "error" : "info"} alert>
        <div>{text === null ? words.notReplaced(name) : words.replaced(name)}</div>
        {findings.length > 0 && <div>{words.findings(findings.length)}</div>}
        {text !== null && undo && (
          <Button variant="default" size="xs" onClick={undo}>
            {words.undo}
          </Button>
        )}
      </Notice>
      {findings.length > 0 && (
        <DataTable
          caption={words.findingsCaption}
          columns={columns}
          rows={findings}
          rowKey={({ line, level, words: message }) => `${line} ${level} ${message}`}
          long
        />
      )}
      {findings.length === 0 && text === null && <Text c="dimmed">{words.notText}</Text>}
    </>
  );
}
