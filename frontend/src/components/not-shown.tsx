/** Page in place of an object that cannot be shown: a heading and a title like every page, and the error. */
import type { ReactNode } from "react";
import { messages } from "@/messages";
import { ErrorNotice } from "./notice";
import { PageHeader } from "./page";

export interface NotShownProps {
  /** Object of the page, as "run" in "This run cannot be shown". */
  subject: string;
  error: unknown;
  retry: () => void;
  /** Links to other pages, between the heading and the error. */
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
