/** The messages themselves: at most three, newest below, at the corner of the window. */
import "@mantine/notifications/styles.css";
import { Button, CloseButton } from "@mantine/core";
import { createNotificationsStore, Notifications, notifications } from "@mantine/notifications";
import { IconCircleCheck, IconCircleX } from "@tabler/icons-react";
import { shell as words } from "@/messages/shell";
import classes from "./toast-layer.module.css";
import type { ToastMessage, ToastTone } from "./toasts";

const MAX_VISIBLE = 3;
const SUCCESS_MS = 5_000;
const ACTION_MS = 10_000;
const WIDTH = 360;

const store = createNotificationsStore();
let count = 0;

export function ToastLayer() {
  return (
    <Notifications
      store={store}
      position="bottom-right"
      limit={MAX_VISIBLE}
      containerWidth={WIDTH}
      transitionDuration={140}
      zIndex="var(--sl-z-toast)"
      className={classes.layer}
    />
  );
}

export function showToast(tone: ToastTone, message: ToastMessage): void {
  count += 1;
  const id = `toast-${count}`;
  const lasting = message.undo || message.action ? ACTION_MS : SUCCESS_MS;
  notifications.show(
    {
      id,
      message: message.title,
      role: tone === "error" ? "alert" : "status",
      autoClose: tone === "error" ? false : lasting,
      renderNotification: () => <Toast tone={tone} message={message} close={() => notifications.hide(id, store)} />,
    },
    store,
  );
}

export function hideToasts(): void {
  notifications.clean(store);
}

function Toast({ tone, message, close }: { tone: ToastTone; message: ToastMessage; close: () => void }) {
  const { title, detail, undo, action, watch } = message;
  const Icon = tone === "error" ? IconCircleX : IconCircleCheck;
  const takeBack = async () => {
    close();
    try {
      await undo?.();
    } catch (error) {
      showToast("error", { title: words.undoFailed, detail: error instanceof Error ? error.message : undefined });
    }
  };
  return (
    <div className={classes.toast} data-tone={tone}>
      {watch?.(close)}
      <Icon size={17} stroke={1.75} aria-hidden="true" />
      <div className={classes.text}>
        <strong dir="auto">{title}</strong>
        {detail && <span dir="auto">{detail}</span>}
      </div>
      {undo && (
        <Button variant="default" size="xs" onClick={() => void takeBack()}>
          {words.undo}
        </Button>
      )}
      {!undo && action && (
        <Button
          variant="default"
          size="xs"
          onClick={() => {
            close();
            action.run();
          }}
        >
          {action.label}
        </Button>
      )}
      <CloseButton size="sm" aria-label={words.close} onClick={close} />
    </div>
  );
}
