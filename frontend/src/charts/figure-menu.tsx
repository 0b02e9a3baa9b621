/** The one menu of a figure: how it is looked at, its numbers, and taking it away. */
import { ActionIcon, Menu } from "@mantine/core";
import { IconDots } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { figure as words } from "@/messages/figure";
import type { LegendItem } from "./definition";
import type { ExportFormat } from "./export";
import classes from "./figure-menu.module.css";
import { Glyph } from "./legend";

/** Something that is on or off. */
export interface Choice {
  label: string;
  on: boolean;
  set: (on: boolean) => void;
  /** The key that does the same while the chart has the focus. */
  shortcut?: string;
}

/** Something that the page does with a figure. */
export interface FigureAct {
  label: string;
  run: () => void;
  /** The key that does the same while the chart has the focus. */
  shortcut?: string;
}

interface FigureMenuProps {
  title: string;
  full: Choice;
  /** Actions of the page on the figure, such as editing or removing it. */
  acts: readonly FigureAct[];
  /** Null for a chart that cannot be zoomed. */
  zoom: { reset: () => void; open: (() => void) | null } | null;
  /** Ways of drawing it. */
  choices: readonly Choice[];
  /** The lines that are named at their ends and have no legend where it is wide. */
  lines: readonly LegendItem[];
  hidden: ReadonlySet<string>;
  background: string;
  onToggle: (name: string, solo: boolean) => void;
  table: Choice;
  onLink: () => void;
  /** The files that it can be saved as. */
  formats: readonly ExportFormat[];
  onExport: (format: ExportFormat) => void;
  /** Copies the numbers as a table in Markdown. */
  onCopy: () => void;
}

const Key = ({ children }: { children: ReactNode }) => <kbd className={classes.key}>{children}</kbd>;

function ChoiceItem({ choice: { label, on, set, shortcut } }: { choice: Choice }) {
  return (
    <Menu.CheckboxItem checked={on} onChange={set} closeMenuOnClick rightSection={shortcut && <Key>{shortcut}</Key>}>
      {label}
    </Menu.CheckboxItem>
  );
}

export function FigureMenu(props: FigureMenuProps) {
  const { title, full, acts, zoom, choices, lines, hidden, background, table, formats } = props;
  return (
    <Menu position="bottom-end" width={248} alignItemsLabels="all">
      <Menu.Target>
        <ActionIcon variant="subtle" size={26} aria-label={words.menu(title)} title={words.menu(title)}>
          <IconDots size={16} aria-hidden="true" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item rightSection={<Key>F</Key>} onClick={() => full.set(!full.on)}>
          {full.label}
        </Menu.Item>
        {acts.map(({ label, run, shortcut }) => (
          <Menu.Item key={label} rightSection={shortcut && <Key>{shortcut}</Key>} onClick={run}>
            {label}
          </Menu.Item>
        ))}
        {zoom && (
          <Menu.Item rightSection={<Key>0</Key>} onClick={zoom.reset}>
            {words.resetZoom}
          </Menu.Item>
        )}
        {zoom?.open && <Menu.Item onClick={zoom.open}>{words.zoomTo}</Menu.Item>}
        {choices.map((choice) => (
          <ChoiceItem key={choice.label} choice={choice} />
        ))}
        {lines.length > 0 && <Menu.Label>{words.lines}</Menu.Label>}
        {lines.map((item) => (
          <Menu.CheckboxItem
            key={item.name}
            checked={!hidden.has(item.name)}
            rightSection={<Glyph item={item} background={background} />}
            onClick={({ altKey }) => props.onToggle(item.name, altKey)}
          >
            <bdi>{item.name}</bdi>
          </Menu.CheckboxItem>
        ))}
        <Menu.Divider />
        <Menu.Item rightSection={<Key>T</Key>} onClick={() => table.set(!table.on)}>
          {table.label}
        </Menu.Item>
        <Menu.Item onClick={props.onLink}>{words.copyLink}</Menu.Item>
        <Menu.Divider />
        {formats.map((format) => (
          <Menu.Item key={format} onClick={() => props.onExport(format)}>
            {words.save[format]}
          </Menu.Item>
        ))}
        <Menu.Item onClick={props.onCopy}>{words.copyMarkdown}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
