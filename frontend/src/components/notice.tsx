/** Notice of an error or a need for attention, with its remedy and the preserved input. */
import { Button } from "@mantine/core";
import { IconAlertTriangle, IconCircleX, IconInfoCircle } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { ApiProblem, LabUnreachable } from "@/api/problem";
import type { Failure } from "@/api/types";
import { messages } from "@/messages";
import { fieldName } from "./field-errors";
import { ButtonLink } from "./link";
import classes from "./notice.module.css";

export type NoticeLevel = "info" | "warn" | "error";

const ICONS = { info: IconInfoCircle, warn: IconAlertTriangle, error: IconCircleX };

export interface NoticeProps {
  level: NoticeLevel;
  title?: string;
  children?: ReactNode;
  /** Announce it at once; for what follows from something the user just did. */
  alert?: boolean;
}

export function Notice({ level, title, children, alert = false }: NoticeProps) {
  const Icon = ICONS[level];
  return (
    <div className={classes.notice} data-level={level} role={alert ? "alert" : undefined}>
      <Icon size={20} stroke={1.75} aria-hidden="true" className={classes.icon} />
      <div className={classes.body}>
        {title && <strong>{title}</strong>}
        {children}
      </div>
    </div>
  );
}

export interface ErrorNoticeProps {
  error: unknown;
  retry?: () => void;
  title?: string;
  /** Label of the form's field at a path of the request; other fields get a name from their path. */
  fieldLabel?: (path: string) => string | undefined;
}

/** The sentence of a failed call, with a button that tries again where that can help. */
export function ErrorNotice({ error, retry, title, fieldLabel }: ErrorNoticeProps) {
  if (isStaleCursor(error)) return <StaleCursor />;
  const { sentence, responsible, preserved, fields } = explain(error);
  // A sentence that begins with the path of a field only repeats the list of fields.
  const isOfFields = fields.some(({ path }) => path !== "" && sentence.startsWith(`${path}: `));
  return (
    <Notice level="error" title={title ?? (retry ? messages.problem.notLoaded : messages.problem.title)} alert>
      {!isOfFields && <div>{sentence}</div>}
      {(isOfFields || fields.length > 1) && (
        <ul className={classes.fields}>
          {fields.map(({ path, message }) => (
            <li key={`${path} ${message}`}>
              {fieldLabel?.(path) ?? fieldName(path)}: {message}
            </li>
          ))}
        </ul>
      )}
      {responsible && <div>{responsible}</div>}
      {preserved && <div>{messages.problem.preserved(preserved)}</div>}
      {retry && (
        <Button variant="default" size="xs" mt={8} onClick={retry}>
          {messages.retry}
        </Button>
      )}
    </Notice>
  );
}

/** Return true if a page of a list was requested with an invalid cursor, as in an old or a mistyped address. */
function isStaleCursor(error: unknown): boolean {
  return error instanceof ApiProblem && error.status === 422 && error.fields.some(({ path }) => path === "cursor");
}

function StaleCursor() {
  const { staleLinkTitle, staleLink, toBeginning } = messages.problem;
  return (
    <Notice level="warn" title={staleLinkTitle} alert>
      <div>{staleLink}</div>
      <ButtonLink
        variant="default"
        size="xs"
        mt={8}
        to="."
        search={(all: Record<string, unknown>) => ({ ...all, cursor: undefined })}
      >
        {toBeginning}
      </ButtonLink>
    </Notice>
  );
}

export function FailureNotice({ title, failure }: { title: string; failure: Failure }) {
  return (
    <Notice level="error" title={title}>
      <div>{failure.message}</div>
      <div>{responsibleText(failure.responsible)}</div>
      {failure.preserved && <div>{messages.problem.preserved(failure.preserved)}</div>}
    </Notice>
  );
}

function responsibleText(responsible: string): string | null {
  return messages.problem.advice[responsible as keyof typeof messages.problem.advice] ?? null;
}

interface Explanation {
  sentence: string;
  responsible: string | null;
  preserved: string | null;
  fields: ApiProblem["fields"];
}

function explain(error: unknown): Explanation {
  if (error instanceof ApiProblem) {
    const responsible =
      error.status === 403 ? messages.problem.permission : error.responsible && responsibleText(error.responsible);
    return { sentence: error.message, responsible, preserved: error.preserved, fields: error.fields };
  }
  if (error instanceof LabUnreachable) {
    const { unreachable, unreachableHint } = messages.problem;
    return { sentence: unreachable, responsible: unreachableHint, preserved: null, fields: [] };
  }
  return { sentence: messages.problem.crashed, responsible: null, preserved: null, fields: [] };
}
