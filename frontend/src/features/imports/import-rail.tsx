/** Beside the results of an import: what is here already, what cannot be read, its files, and settings for all. */
import { Button } from "@mantine/core";
import { IconCircleCheck, IconCircleX, IconCopy, IconCopyCheck, IconFileX } from "@tabler/icons-react";
import { type ReactNode, useState } from "react";
import type { ConfigurationSummary, Import, ImportResult } from "@/api/types";
import { AnchorLink } from "@/components/link";
import { formatBinaryBytes } from "@/lib/units";
import { imports, importPage as words } from "@/messages/imports";
import { Card } from "@/parts/card";
import type { Choice } from "./choices";
import classes from "./imports.module.css";
import { ConfigurationField } from "./result-card";

const MAX_REFUSED = 3;
const MAX_FILES = 12;

export interface ImportRailProps {
  made: Import;
  /** Results that can be stored. */
  fresh: readonly ImportResult[];
  configurations: readonly ConfigurationSummary[];
  editable: boolean;
  areAllIncluded: boolean;
  setAll: (change: Pick<Partial<Choice>, "include" | "configuration">) => void;
}

export function ImportRail({ made, fresh, configurations, editable, ...forAll }: ImportRailProps) {
  return (
    <aside className={classes.rail} aria-label={words.about}>
      {made.results.map((result) => (
        <Duplicate key={result.index} result={result} />
      ))}
      {refusals(made).map((refused) => (
        <Refused key={refused.name} refused={refused} />
      ))}
      <Files made={made} />
      {editable && fresh.length > 1 && <ForAll count={fresh.length} configurations={configurations} {...forAll} />}
    </aside>
  );
}

function Duplicate({ result: { duplicate_of: same, members } }: { result: ImportResult }) {
  if (!same) return null;
  return (
    <Card>
      <div className={classes.notice}>
        <span className={classes.noticeIcon} aria-hidden="true">
          <IconCopyCheck size={17} stroke={1.75} />
        </span>
        <div>
          <b>
            {words.duplicate}{" "}
            <AnchorLink to="/runs/$ref" params={{ ref: same.number }}>
              {same.number}
            </AnchorLink>
          </b>
          <div className={classes.cut} dir="auto">
            {members[0]}
          </div>
        </div>
      </div>
    </Card>
  );
}

type Refusal = NonNullable<Import["refused"]>[number];

/** Imports of earlier releases name the files alone. */
function refusals({ refused = [], unrecognised }: Import): Refusal[] {
  const byName = new Map(refused.map((refusal) => [refusal.name, refusal]));
  return unrecognised
    .slice(0, MAX_REFUSED)
    .map((name) => byName.get(name) ?? { name, reason: words.noFormat, line: null });
}

/** A file that no format knows: the reason, its first line, and the formats that there are. */
function Refused({ refused: { name, reason, line } }: { refused: Refusal }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Card>
      <div className={classes.notice} data-tone="err">
        <span className={classes.noticeIcon} aria-hidden="true">
          <IconFileX size={17} stroke={1.75} />
        </span>
        <div>
          <b className={classes.name} dir="auto">
            {words.cannotRead(name)}
          </b>
          <div dir="auto">{reason}</div>
          {line !== null && (
            <pre className={classes.firstLine} dir="auto">
              {line}
            </pre>
          )}
          <Button variant="default" size="compact-xs" mt={6} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {imports.formatsTitle}
          </Button>
          {isOpen && <p className={classes.formats}>{imports.formats}</p>}
        </div>
      </div>
    </Card>
  );
}

interface FileRow {
  key: string;
  name: string;
  icon: ReactNode;
  tone: "ok" | "err" | undefined;
  result: ReactNode;
}

function Files({ made }: { made: Import }) {
  const read = made.results.map(
    ({ index, members, members_count: count, duplicate_of: same }): FileRow => ({
      key: `result ${index}`,
      name: count > 1 ? words.filesFrom(members[0] ?? "", count - 1) : (members[0] ?? ""),
      icon: same ? <IconCopy size={14} stroke={2} /> : <IconCircleCheck size={14} stroke={2} />,
      tone: same ? undefined : "ok",
      result: same ? same.number : words.oneResult,
    }),
  );
  const refused = made.unrecognised.map(
    (name): FileRow => ({
      key: `file ${name}`,
      name,
      icon: <IconCircleX size={14} stroke={2} />,
      tone: "err",
      result: words.refusedFile,
    }),
  );
  const rows = [...read, ...refused];
  const more = rows.length - MAX_FILES + (made.unrecognised_count - made.unrecognised.length);
  return (
    <Card
      title={words.filesTitle}
      note={imports.picked(imports.files(made.files.count), formatBinaryBytes(made.files.bytes))}
    >
      <ul className={classes.fileRows}>
        {rows.slice(0, MAX_FILES).map(({ key, name, icon, tone, result }) => (
          <li key={key}>
            <span data-tone={tone} aria-hidden="true">
              {icon}
            </span>
            <span className={classes.cut} dir="auto" title={name}>
              {name}
            </span>
            <span className={classes.quiet}>{result}</span>
          </li>
        ))}
        {more > 0 && <li className={classes.quiet}>{words.andMore(more)}</li>}
      </ul>
    </Card>
  );
}

type ForAllProps = { count: number } & Pick<ImportRailProps, "configurations" | "areAllIncluded" | "setAll">;

function ForAll({ count, configurations, areAllIncluded, setAll }: ForAllProps) {
  const [typed, setTyped] = useState("");
  return (
    <Card title={words.forAll(count)}>
      <div className={classes.forAll}>
        <ConfigurationField
          label={words.configurationOfAll}
          value={typed}
          configurations={configurations}
          change={setTyped}
        />
        <Button
          variant="default"
          size="xs"
          disabled={typed.trim() === ""}
          onClick={() => setAll({ configuration: typed })}
        >
          {words.apply}
        </Button>
        <Button variant="default" size="xs" onClick={() => setAll({ include: !areAllIncluded })}>
          {areAllIncluded ? words.includeNone : words.includeAll}
        </Button>
      </div>
    </Card>
  );
}
