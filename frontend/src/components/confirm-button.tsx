/** Button that requires confirmation before it acts; the dialog is loaded on demand. */
import { Button } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { lazy, Suspense } from "react";
import type { ConfirmDialogProps } from "./confirm-dialog";

const ConfirmDialog = lazy(() => import("./confirm-dialog").then((module) => ({ default: module.ConfirmDialog })));

export interface ConfirmButtonProps extends Omit<ConfirmDialogProps, "close"> {
  /** Longer name for screen readers, where several buttons of one label are below each other. */
  openLabel?: string;
  size?: "xs" | "sm" | "md";
}

export function ConfirmButton({ openLabel, size, ...dialog }: ConfirmButtonProps) {
  const [opened, { open, close }] = useDisclosure();
  return (
    <>
      <Button variant="default" size={size} aria-label={openLabel} onClick={open}>
        {dialog.confirmLabel}
      </Button>
      <Suspense>{opened && <ConfirmDialog {...dialog} close={close} />}</Suspense>
    </>
  );
}
