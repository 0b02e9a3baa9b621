/** Layout of all settings pages: the sections at the left, the head with the last saved change. */
import { Button } from "@mantine/core";
import { IconCircleCheck } from "@tabler/icons-react";
import { type ReactNode, useState } from "react";
import { usePageName } from "@/components/top-bar";
import { clockOf } from "@/lib/short-times";
import { messages } from "@/messages";
import { settings as words } from "@/messages/settings";
import classes from "./settings.module.css";
import { SettingsLinks } from "./settings-links";

export interface SettingsLayoutProps {
  /** Tables take more room than forms. */
  isWide?: boolean;
  children: ReactNode;
}

export function SettingsLayout({ isWide = false, children }: SettingsLayoutProps) {
  return (
    <div className={classes.page}>
      <SettingsLinks />
      <div className={classes.content} data-wide={isWide || undefined}>
        {children}
      </div>
    </div>
  );
}

/** The last change of a section that saves at once. */
export interface SavedChange {
  at: Date;
  undo: () => unknown;
}

/** Return the last change, and the function that is called with the way back after each one. */
export function useSaved(): [SavedChange | null, (undo: () => unknown) => void] {
  const [saved, setSaved] = useState<SavedChange | null>(null);
  const note = (undo: () => unknown) =>
    setSaved({
      at: new Date(),
      undo: () => {
        setSaved(null);
        undo();
      },
    });
  return [saved, note];
}

export function SettingsHead({ title, saved = null }: { title: string; saved?: SavedChange | null }) {
  usePageName(title);
  return (
    <header className={classes.head}>
      <title>{messages.documentTitle(title)}</title>
      <h1 className={classes.title}>{title}</h1>
      <span role="status" className={classes.saved}>
        {saved && (
          <>
            <IconCircleCheck size={14} stroke={2} aria-hidden="true" />
            {words.saved(clockOf(saved.at))}
          </>
        )}
      </span>
      {saved && (
        <Button variant="subtle" size="xs" onClick={saved.undo}>
          {words.undo}
        </Button>
      )}
    </header>
  );
}

interface SettingProps {
  /** Names the control where that does not do so itself. */
  label: string;
  text?: string;
  children: ReactNode;
}

/** One line: what is set, and its control at the right. */
export function Setting({ label, text, children }: SettingProps) {
  return (
    <div className={classes.setting}>
      <span>
        <b>{label}</b>
        {text && <small>{text}</small>}
      </span>
      {children}
    </div>
  );
}
