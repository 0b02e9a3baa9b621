/** Copies the address of the page, in which its draft is. */
import { Button } from "@mantine/core";
import { IconCopy } from "@tabler/icons-react";
import { useState } from "react";
import { newRun as words } from "@/messages/new-run";
import { Copyable } from "@/parts/copyable";
import { toast } from "@/shell/toasts";
import { Dialog } from "./dialog";

/** `wordClass` styles the word of the button, where a phone has room for its icon alone. */
export function CopyLinkButton({ wordClass }: { wordClass?: string | undefined }) {
  const [isShown, setShown] = useState(false);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(window.location.href);
      toast.success({ title: words.linkCopied, detail: words.linkHolds });
    } catch {
      // Plain HTTP has no clipboard: the link is shown, to be selected.
      setShown(true);
    }
  };
  return (
    <>
      <Button
        variant="subtle"
        title={words.copyLink}
        leftSection={<IconCopy size={15} stroke={1.75} aria-hidden="true" />}
        onClick={() => void copy()}
      >
        <span className={wordClass}>{words.copyLink}</span>
      </Button>
      {isShown && (
        <Dialog
          title={words.linkTitle}
          onClose={() => setShown(false)}
          closeButtonProps={{ "aria-label": words.close }}
        >
          <Copyable value={window.location.href} label={words.link} />
        </Dialog>
      )}
    </>
  );
}
