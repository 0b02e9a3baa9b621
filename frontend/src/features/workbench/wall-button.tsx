/** Shows a dashboard on the whole screen; its menu sets how long a page is shown, and what follows. */
import { ActionIcon, Button, Kbd, Menu } from "@mantine/core";
import { useReducedMotion } from "@mantine/hooks";
import { IconChevronDown, IconDeviceTv } from "@tabler/icons-react";
import { shortSpan } from "@/lib/short-times";
import { dashboards } from "@/messages/dashboards";
import { type DashboardSearch, PAGE_SECONDS, PINNED, usualSeconds } from "./view-search";
import classes from "./wall.module.css";

const words = dashboards.wall;
const FOLLOWING = [undefined, PINNED] as const;

export interface WallButtonProps {
  search: DashboardSearch;
  change: (changes: DashboardSearch) => void;
  fill: () => void;
}

export function WallButton({ search, change, fill }: WallButtonProps) {
  const usual = usualSeconds(useReducedMotion());
  const { every = usual, rotate } = search;
  return (
    <span className={classes.button}>
      <Button
        variant="default"
        leftSection={<IconDeviceTv size={15} stroke={1.75} aria-hidden="true" />}
        rightSection={<Kbd>F</Kbd>}
        onClick={fill}
      >
        {words.open}
      </Button>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="default" size={30} aria-label={words.options} title={words.options}>
            <IconChevronDown size={14} stroke={1.75} aria-hidden="true" />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label>{words.every}</Menu.Label>
          {PAGE_SECONDS.map((seconds) => (
            <Menu.RadioItem
              key={seconds}
              value={String(seconds)}
              checked={seconds === every}
              onClick={() => change({ every: seconds === usual ? undefined : seconds })}
            >
              {seconds === 0 ? words.never : shortSpan(seconds)}
            </Menu.RadioItem>
          ))}
          <Menu.Label>{words.rotate}</Menu.Label>
          {FOLLOWING.map((value) => (
            <Menu.RadioItem
              key={value ?? ""}
              value={value ?? ""}
              checked={rotate === value}
              onClick={() => change({ rotate: value })}
            >
              {value ? words.pinned : words.again}
            </Menu.RadioItem>
          ))}
        </Menu.Dropdown>
      </Menu>
    </span>
  );
}
