/** A dialog that is there for as long as it is open; whoever closes it is back where they were. */
import { Modal, type ModalProps } from "@mantine/core";
import { useEffect, useState } from "react";

export function Dialog(props: Omit<ModalProps, "opened">) {
  const [opener] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus({ preventScroll: true });
    },
    [opener],
  );
  return <Modal opened {...props} />;
}
