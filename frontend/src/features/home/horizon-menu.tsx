/** Chooses how far the queue on Home reaches. */
import { Button, Menu } from "@mantine/core";
import { IconChevronDown, IconClock } from "@tabler/icons-react";
import { HORIZONS, type Horizon } from "@/api/overview";
import { home as words } from "@/messages/home";

export function HorizonMenu({ horizon, change }: { horizon: Horizon; change: (horizon: Horizon) => void }) {
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button
          variant="subtle"
          leftSection={<IconClock size={15} stroke={1.75} aria-hidden="true" />}
          rightSection={<IconChevronDown size={14} stroke={1.75} aria-hidden="true" />}
        >
          <span className="visually-hidden">{words.horizon}: </span>
          {words.horizons[horizon]}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {HORIZONS.map((option) => (
          <Menu.RadioItem key={option} value={option} checked={option === horizon} onClick={() => change(option)}>
            {words.horizons[option]}
          </Menu.RadioItem>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
