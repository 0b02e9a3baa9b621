/** Compares a run: with its baseline at once, with others by the menu. */
import { Button, Menu } from "@mantine/core";
import { IconChartDots3, IconChevronDown } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { comparableQuery } from "@/api/comparison";
import { useApi } from "@/api/context";
import { ButtonLink, MenuLink } from "@/components/link";
import { runPage as words } from "@/messages/run-page";
import type { ComparedRun } from "./compared-run";
import classes from "./run-page.module.css";

export interface CompareButtonProps {
  run: string;
  compared: ComparedRun | null;
  /** Number of the last run of this configuration. */
  last: string | null;
}

const MAX_SUGGESTIONS = 8;

export function CompareButton({ run, compared, last }: CompareButtonProps) {
  const [opened, setOpened] = useState(false);
  const { data } = useQuery({ ...comparableQuery(useApi(), run), enabled: opened });
  const named = new Set([compared?.run.number, last]);
  const suggested = (data?.proposals ?? []).filter(({ number }) => !named.has(number)).slice(0, MAX_SUGGESTIONS);
  return (
    <Button.Group>
      <ButtonLink
        to="/workbench"
        search={searchOf(run, compared?.run.number ?? null)}
        leftSection={<IconChartDots3 size={15} stroke={1.75} aria-hidden="true" />}
      >
        {words.compare}
      </ButtonLink>
      <Menu position="bottom-end" opened={opened} onChange={setOpened}>
        <Menu.Target>
          <Button className={classes.split} aria-label={words.compareMenu} px={6}>
            <IconChevronDown size={14} stroke={1.75} aria-hidden="true" />
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {compared?.kind === "baseline" && (
            <MenuLink to="/workbench" search={searchOf(run, compared.run.number)}>
              {words.compareBaseline(compared.run.number)}
            </MenuLink>
          )}
          {last && (
            <MenuLink to="/workbench" search={searchOf(run, last)}>
              {words.compareLast(last)}
            </MenuLink>
          )}
          {suggested.map(({ id, number, reason }) => (
            <MenuLink key={id} to="/workbench" search={searchOf(run, number)}>
              {words.suggested(number, reason)}
            </MenuLink>
          ))}
          <MenuLink to="/workbench" search={searchOf(run, null)}>
            {words.compareAlone}
          </MenuLink>
        </Menu.Dropdown>
      </Menu>
    </Button.Group>
  );
}

function searchOf(run: string, other: string | null) {
  return other === null ? { runs: run } : { runs: `${run},${other}`, baseline: other };
}
