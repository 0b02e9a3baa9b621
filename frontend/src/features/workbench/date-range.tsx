/** Chooses when the runs of a dashboard began: a span up to now, or days. */
import { Button, Popover, TextInput } from "@mantine/core";
import { IconCalendar, IconCheck, IconChevronDown } from "@tabler/icons-react";
import { useState } from "react";
import { dashboards } from "@/messages/dashboards";
import classes from "./dashboard-view.module.css";
import { type Days, datesText, daysOf, SPANS, startedOn } from "./narrowing";

const words = dashboards.dates;

export interface DateRangeProps {
  started: string | undefined;
  change: (started: string | undefined) => void;
}

export function DateRange({ started, change }: DateRangeProps) {
  const [isOpen, setOpen] = useState(false);
  const now = new Date();
  const choose = (next: string | undefined) => {
    change(next);
    setOpen(false);
  };
  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-end" trapFocus returnFocus>
      <Popover.Target>
        <Button
          variant="default"
          size="xs"
          className={classes.dates}
          aria-label={words.label(datesText(started, now))}
          leftSection={<IconCalendar size={14} stroke={1.75} aria-hidden="true" />}
          rightSection={<IconChevronDown size={13} stroke={1.75} aria-hidden="true" />}
          onClick={() => setOpen(!isOpen)}
        >
          {datesText(started, now)}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={words.title} className={classes.dateChoice}>
        <div className={classes.spans}>
          {[undefined, ...SPANS].map((span) => (
            <Button
              key={span ?? ""}
              variant="subtle"
              size="xs"
              justify="space-between"
              aria-pressed={span === started}
              rightSection={span === started && <IconCheck size={13} stroke={2.2} aria-hidden="true" />}
              onClick={() => choose(span)}
            >
              {datesText(span, now)}
            </Button>
          ))}
        </div>
        <DayFields key={started} days={daysOf(started)} apply={(days) => choose(startedOn(days))} />
      </Popover.Dropdown>
    </Popover>
  );
}

function DayFields({ days, apply }: { days: Days; apply: (days: Days) => void }) {
  const [typed, setTyped] = useState(days);
  const isReversed = typed.from !== "" && typed.to !== "" && typed.to < typed.from;
  const set = (change: Partial<Days>) => setTyped({ ...typed, ...change });
  return (
    <form
      className={classes.days}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!isReversed) apply(typed);
      }}
    >
      <TextInput
        type="date"
        label={words.from}
        value={typed.from}
        onChange={(event) => set({ from: event.currentTarget.value })}
      />
      <TextInput
        type="date"
        label={words.to}
        value={typed.to}
        error={isReversed && words.reversed}
        onChange={(event) => set({ to: event.currentTarget.value })}
      />
      <Button type="submit" variant="default" size="xs">
        {words.apply}
      </Button>
    </form>
  );
}
