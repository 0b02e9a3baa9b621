/** The way to a new run, for those who may start one. */
import { Kbd } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { usePermissions } from "@/api/permissions";
import { shell as words } from "@/messages/shell";
import { ButtonLink } from "./link";
import classes from "./new-run-button.module.css";

/** Filled where it is the first thing to do on a page, else plain. */
export function NewRunButton({ filled = true }: { filled?: boolean }) {
  const { operate } = usePermissions();
  if (!operate) return null;
  return (
    <ButtonLink
      to="/new"
      data-tour="new-run"
      variant={filled ? "filled" : "default"}
      leftSection={<IconPlus size={15} stroke={2.2} aria-hidden="true" />}
    >
      {words.newRun}
      <Kbd className={classes.key} aria-hidden="true">
        N
      </Kbd>
    </ButtonLink>
  );
}
