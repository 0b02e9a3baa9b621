/** Button for the dialog that shares a run; the dialog is loaded on demand. */
import { Button } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconShare } from "@tabler/icons-react";
import { lazy, Suspense } from "react";
import { share as shareWords } from "@/messages/run";
import type { ShareDialogProps } from "./share-dialog";

const ShareDialog = lazy(() => import("./share-dialog").then((module) => ({ default: module.ShareDialog })));

export function ShareButton({ run }: { run: ShareDialogProps["run"] }) {
  const [opened, { open, close }] = useDisclosure();
  return (
    <>
      <Button variant="default" onClick={open} leftSection={<IconShare size={16} stroke={1.75} aria-hidden="true" />}>
        {shareWords.open}
      </Button>
      <Suspense>{opened && <ShareDialog run={run} close={close} />}</Suspense>
    </>
  );
}
