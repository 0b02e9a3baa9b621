/**
 * Copying of a text with a confirmation. Browsers have no clipboard without a secure connection; the page reports that.
 */
import { useState } from "react";
import { diff as words } from "@/messages/configurations";
import { toast } from "@/shell/toasts";

export function useCopied() {
  const [copied, setCopied] = useState(false);
  const copy = (text: string, done: string) => {
    (navigator.clipboard?.writeText(text) ?? Promise.reject(new Error(words.noClipboard))).then(
      () => {
        setCopied(true);
        toast.success({ title: done });
      },
      () => toast.error({ title: words.noClipboard }),
    );
  };
  return { copied, copy };
}
