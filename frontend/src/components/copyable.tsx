/** A value to be copied: monospace text with a button beside it. */
import { Button, CopyButton } from "@mantine/core";
import { IconCheck, IconCopy } from "@tabler/icons-react";
import { messages } from "@/messages";
import classes from "./copyable.module.css";

export function Copyable({ value, label }: { value: string; label: string }) {
  return (
    <div className={classes.row}>
      <code className={classes.value}>{value}</code>
      <CopyButton value={value}>
        {({ copied, copy }) => (
          <Button
            variant="default"
            size="xs"
            onClick={copy}
            leftSection={
              copied ? <IconCheck size={16} aria-hidden="true" /> : <IconCopy size={16} aria-hidden="true" />
            }
          >
            {copied ? messages.copied : messages.copy}
            <span className="visually-hidden"> {label}</span>
          </Button>
        )}
      </CopyButton>
    </div>
  );
}
