/** Stands for a page whose object cannot be shown: a heading and a title like every page, and what went wrong. */
import type { ReactNode } from "react";
import { messages } from "@/messages";
import { ErrorNotice } from "./notice";
import { PageHeader } from "./page";

export interface NotShownProps {
  /** What the page would have shown, as "run" in "This run cannot be shown". */
  subject: string;
  error: unknown;
  retry: () => void;
  /** Ways to other pages, which stand between the heading and what went wrong. */
  children?: ReactNode;
}

export function NotShown({ subject, error, retry, children }: NotShownProps) {
  return (
    <>
      <PageHeader title={messages.problem.notShown(subject)} crumb="" />
      {children}
      <ErrorNotice error={error} retry={retry} />
    </>
  );
}
