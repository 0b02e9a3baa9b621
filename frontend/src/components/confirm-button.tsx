/** A button that asks before it does something; the question is loaded when it is wanted. */
import { Button } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { lazy, Suspense } from "react";
import type { ConfirmDialogProps } from "./confirm-dialog";

const ConfirmDialog = lazy(() => import("./confirm-dialog").then((module) => ({ default: module.ConfirmDialog })));

export function ConfirmButton(props: Omit<ConfirmDialogProps, "close">) {
  const [opened, { open, close }] = useDisclosure();
  return (
    <>
      <Button variant="default" onClick={open}>
        {props.confirmLabel}
      </Button>
      <Suspense>{opened && <ConfirmDialog {...props} close={close} />}</Suspense>
    </>
  );
}
