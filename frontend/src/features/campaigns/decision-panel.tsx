/** What a campaign asks when a drive failed or a firmware changed, with what each answer means. */
import { Button } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { campaignDetails, type Decision, decideCampaign } from "@/api/campaigns";
import { useApi } from "@/api/context";
import { usePermissions } from "@/api/permissions";
import type { CampaignMatrix, CampaignQuestion } from "@/api/types";
import { ChoiceCards } from "@/components/choice-cards";
import { ErrorNotice, Notice } from "@/components/notice";
import { formatDateTime } from "@/lib/units";
import { decision as words } from "@/messages/campaigns";
import classes from "./campaigns.module.css";
import { cellTitle } from "./cell-grid";

export interface DecisionPanelProps {
  /** The server of the part that asks; undefined where there is one server only. */
  server?: string;
  question: CampaignQuestion;
  /** Names the cells; undefined while it is on the way. */
  matrix: CampaignMatrix | undefined;
}

export function DecisionPanel({ server, question, matrix }: DecisionPanelProps) {
  const { operate } = usePermissions();
  const title = server === undefined ? words.title : words.titleOn(server);
  return (
    <section className={classes.decision} aria-label={title}>
      <Notice level="warn" title={title}>
        <div>{question.reason}</div>
        <div>{words.askedAt(formatDateTime(question.created_at))}</div>
        {matrix && question.cells.length > 0 && <Affected cells={question.cells} matrix={matrix} />}
        {!operate && <div>{words.viewer}</div>}
      </Notice>
      {operate && <Choice number={question.campaign} choices={question.choices} />}
    </section>
  );
}

function Affected({ cells, matrix }: { cells: number[][]; matrix: CampaignMatrix }) {
  return (
    <div>
      {words.affected}
      <ul className={classes.affected}>
        {cells.map(([row = -1, column = -1]) => (
          <li key={`${row} ${column}`}>{cellTitle(matrix, row, column)}</li>
        ))}
      </ul>
    </div>
  );
}

/** Nothing is chosen beforehand: each answer decides over days of work. */
function Choice({ number, choices }: { number: string; choices: readonly Decision[] }) {
  const api = useApi();
  const queryClient = useQueryClient();
  const [chosen, setChosen] = useState<Decision | null>(null);
  const decide = useMutation({
    mutationFn: (choice: Decision) => decideCampaign(api, number, choice),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: campaignDetails }),
  });
  return (
    <>
      <ChoiceCards
        label={words.choice}
        value={chosen}
        onChange={(value) => setChosen(choices.find((choice) => choice === value) ?? null)}
        choices={choices.map((choice) => ({
          value: choice,
          title: words.choices[choice],
          detail: words.means[choice],
        }))}
      />
      {decide.error && <ErrorNotice error={decide.error} />}
      <Button
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
