/** A button that wants a reason or a name typed before it acts; the dialog is loaded when it is wanted. */
import { Button } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { lazy, Suspense } from "react";
import type { AskDialogProps } from "./ask-dialog";

const AskDialog = lazy(() => import("./ask-dialog").then((module) => ({ default: module.AskDialog })));

export interface AskButtonProps extends Omit<AskDialogProps, "close"> {
  /** What opens the dialog; its dots say that more is asked. */
  label: string;
  size?: "xs" | "sm";
}

export function AskButton({ label, size, ...dialog }: AskButtonProps) {
  const [opened, { open, close }] = useDisclosure();
  return (
    <>
      <Button variant="default" size={size} onClick={open}>
        {label}
      </Button>
      <Suspense>{opened && <AskDialog {...dialog} close={close} />}</Suspense>
    </>
  );
}
