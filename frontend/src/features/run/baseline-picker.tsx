/** Chooses the run that a result is compared with. */
import { Button, Menu, TextInput } from "@mantine/core";
import { IconChevronDown, IconStarFilled } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { comparableQuery } from "@/api/comparison";
import { useApi } from "@/api/context";
import { runPage as words } from "@/messages/run-page";
import type { ComparedRun } from "./compared-run";
import classes from "./run-page.module.css";

export interface BaselinePickerProps {
  run: string;
  compared: ComparedRun | null;
  last: string | null;
  /** `none` compares with nothing; undefined with the last run of this configuration. */
  choose: (baseline: string | undefined) => void;
}

export const NO_BASELINE = "none";
const MAX_SUGGESTIONS = 8;
const NUMBER = /^r-\d+$/i;

export function BaselinePicker({ run, compared, last, choose }: BaselinePickerProps) {
  const [opened, setOpened] = useState(false);
  const [text, setText] = useState("");
  const { data } = useQuery({ ...comparableQuery(useApi(), run), enabled: opened });
  const suggested = (data?.proposals ?? []).filter(({ number }) => number !== last).slice(0, MAX_SUGGESTIONS);
  const pick = (baseline: string | undefined) => {
    setOpened(false);
    choose(baseline);
  };
  return (
    <Menu position="bottom-end" opened={opened} onChange={setOpened} width={320}>
      <Menu.Target>
        <Button
          variant="default"
          className={classes.baseline}
          rightSection={<IconChevronDown size={14} stroke={1.75} aria-hidden="true" />}
        >
          {compared ? (
            <>
              <span className={classes.quiet}>{words.baseline}</span>
              <IconStarFilled size={13} className={classes.star} aria-hidden="true" />
              <b dir="auto">{compared.kind === "last" ? words.lastRun(compared.run.number) : compared.run.number}</b>
            </>
          ) : (
            words.noBaseline
          )}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {last && <Menu.Item onClick={() => pick(undefined)}>{words.baselineMenu.last(last)}</Menu.Item>}
        {suggested.map(({ id, number, reason }) => (
          <Menu.Item key={id} onClick={() => pick(number)}>
            {words.suggested(number, reason)}
          </Menu.Item>
        ))}
        <form
          className={classes.baselineForm}
          onSubmit={(event) => {
            event.preventDefault();
            if (NUMBER.test(text.trim())) pick(text.trim().toLowerCase());
          }}
        >
          <TextInput
            size="xs"
            label={words.baselineMenu.search}
            placeholder={words.baselineMenu.searchHint}
            value={text}
            onChange={({ currentTarget }) => setText(currentTarget.value)}
            autoComplete="off"
          />
        </form>
        {compared && <Menu.Item onClick={() => pick(NO_BASELINE)}>{words.baselineMenu.none}</Menu.Item>}
      </Menu.Dropdown>
    </Menu>
  );
}
