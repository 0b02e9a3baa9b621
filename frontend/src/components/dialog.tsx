/** Dialog that exists while it is open; closing it returns to the previous place. */
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
