/** A decision that a campaign waits for: what happened, the time left, and each choice with its cost. */
import { Button } from "@mantine/core";
import { IconHourglass } from "@tabler/icons-react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useId, useState } from "react";
import { campaignDetails, type Decision, decideCampaign } from "@/api/campaigns";
import { useApi } from "@/api/context";
import { usePermissions } from "@/api/permissions";
import type { CampaignMatrix, CampaignQuestion } from "@/api/types";
import { ErrorNotice } from "@/components/notice";
import { shortSpan } from "@/lib/short-times";
import { useNow } from "@/lib/use-now";
import { decision as words } from "@/messages/campaigns";
import choice from "@/parts/choice.module.css";
import classes from "./campaigns.module.css";
import { cellTitle } from "./cell-grid";
import { dayAndClock } from "./moments";

const CLOCK_MS = 30_000;
/** More cells than these are counted. */
const NAMED_CELLS = 3;

export interface DecisionPanelProps {
  /** Server of the child campaign that requests the decision; undefined where there is one server only. */
  server?: string;
  question: CampaignQuestion;
  /** When the campaign would end without another cell. */
  finish: string | null;
  /** Names the cells; undefined while it is on the way. */
  matrix: CampaignMatrix | undefined;
}

export function DecisionPanel({ server, question, finish, matrix }: DecisionPanelProps) {
  const { operate } = usePermissions();
  const now = useNow(CLOCK_MS);
  const title = server === undefined ? words.title : words.titleOn(server);
  const { reason, created_at, decides_at, default_choice } = question;
  return (
    <section className={classes.decision} aria-label={title}>
      <div className={classes.decisionHead}>
        <IconHourglass size={17} stroke={1.75} aria-hidden="true" />
        <strong>{title}</strong>
        {decides_at !== null && (
          <span className={classes.left} data-numeric>
            {words.left(shortSpan(Math.max(0, Date.parse(decides_at) - now.getTime()) / 1000))}
          </span>
        )}
      </div>
      <p dir="auto">
        {reason} {words.requestedAt(dayAndClock(new Date(created_at), now))}
        {matrix && question.cells.length > 0 && ` ${affectedText(question.cells, matrix)}`}
        {decides_at !== null && default_choice !== null && (
          <> {words.defaultAt(dayAndClock(new Date(decides_at), now), words.choices[default_choice])}</>
        )}
        {!operate && ` ${words.viewer}`}
      </p>
      {operate && <Choices question={question} finish={finish} now={now} />}
    </section>
  );
}

function affectedText(cells: readonly number[][], matrix: CampaignMatrix): string {
  const names = cells.map(([row = -1, column = -1]) => cellTitle(matrix, row, column));
  return words.affected(names.slice(0, NAMED_CELLS), Math.max(0, names.length - NAMED_CELLS));
}

/** Only the choice that is used when time is up is marked beforehand: each decides over days of work. */
function Choices({ question, finish, now }: Pick<DecisionPanelProps, "question" | "finish"> & { now: Date }) {
  const api = useApi();
  const queryClient = useQueryClient();
  const name = useId();
  const [picked, setPicked] = useState<Decision | null>(null);
  const chosen = picked ?? question.default_choice;
  const decide = useMutation({
    mutationFn: (decision: Decision) => decideCampaign(api, question.campaign, decision),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: campaignDetails }),
  });
  return (
    <>
      <div className={classes.choices} role="radiogroup" aria-label={words.choice}>
        {question.choices.map((option) => (
          <label
            key={option}
            className={`${choice.card} ${classes.option}`}
            data-chosen={option === chosen || undefined}
          >
            <input
              type="radio"
              name={name}
              className={choice.input}
              aria-label={words.choices[option]}
              aria-describedby={`${name}-${option}`}
              checked={option === chosen}
              onChange={() => setPicked(option)}
            />
            <span className={classes.mark} aria-hidden="true" />
            <strong>{words.choices[option]}</strong>
            <span id={`${name}-${option}`} className={classes.cost}>
              {costOf(option, question, finish, now)}
            </span>
          </label>
        ))}
      </div>
      {decide.error && <ErrorNotice error={decide.error} />}
      <Button
        variant="default"
        className={classes.decide}
        disabled={chosen === null}
        loading={decide.isPending}
        onClick={() => chosen && decide.mutate(chosen)}
      >
        {words.confirm}
      </Button>
    </>
  );
}

function costOf(choice: Decision, { repeat_seconds }: CampaignQuestion, finish: string | null, now: Date): string {
  if (choice === "stop") return words.means.stop;
  const end = finish === null ? null : dayAndClock(new Date(Date.parse(finish) + repeat_seconds * 1000), now);
  const more = repeat_seconds > 0 ? words.more(shortSpan(repeat_seconds), end) : null;
  return [more, words.means[choice]].filter(Boolean).join(" ");
}
