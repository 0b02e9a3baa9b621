/** Button that requires a typed reason or name before it acts; the dialog is loaded on demand. */
import { Button } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { lazy, Suspense } from "react";
import type { PromptDialogProps } from "./prompt-dialog";

const PromptDialog = lazy(() => import("./prompt-dialog").then((module) => ({ default: module.PromptDialog })));

export interface PromptButtonProps extends Omit<PromptDialogProps, "close"> {
  /** Label that opens the dialog; its dots indicate a further step. */
  label: string;
  size?: "xs" | "sm";
}

export function PromptButton({ label, size, ...dialog }: PromptButtonProps) {
  const [opened, { open, close }] = useDisclosure();
  return (
    <>
      <Button variant="default" size={size} onClick={open}>
        {label}
      </Button>
      <Suspense>{opened && <PromptDialog {...dialog} close={close} />}</Suspense>
    </>
  );
}
