/** Result of checking the text: its problems at their lines, or its plan and job files for a target and an engine. */
import { Select, Tabs } from "@mantine/core";
import { IconCheck } from "@tabler/icons-react";
import type { UseQueryResult } from "@tanstack/react-query";
import type { CheckedProfile, ProfileProblem } from "@/api/types";
import { Loading } from "@/components/loading";
import { ErrorNotice, Notice } from "@/components/notice";
import { NumberField } from "@/components/number-field";
import { phaseSteps } from "@/components/plan-steps";
import { ENGINES, engineChoices } from "@/lib/engines";
import { plan, editor as words } from "@/messages/profiles";
import { placedByPlan } from "./placed-steps";
import { PlanBar } from "./plan-bar";
import { JobFiles, PlanView } from "./plan-view";
import classes from "./profiles.module.css";

const MIB = 1024 * 1024;

export interface CheckViewProps {
  id: string;
  check: UseQueryResult<CheckedProfile>;
  target_bytes: number;
  engine: string | null;
  choose: (chosen: { target_bytes?: number; engine?: string | null }) => void;
  goToLine: (line: number) => void;
}

export function CheckView({ id, check, target_bytes, engine, choose, goToLine }: CheckViewProps) {
  const { data, error, refetch } = check;
  return (
    <div className={classes.plan}>
      <div className={classes.fields}>
        <NumberField
          label={words.size}
          value={target_bytes / MIB}
          onChange={(size) => choose({ target_bytes: Math.min(Math.max(Math.round(size), 1), 2 ** 32) * MIB })}
          min={1}
          max={2 ** 32}
          allowDecimal={false}
          thousandSeparator=","
        />
        <Select
          label={words.engine}
          placeholder={words.firstEngine}
          data={engineChoices(ENGINES)}
          value={engine}
          onChange={(chosen) => choose({ engine: chosen })}
          clearable
        />
      </div>
      <div id={id} role="status" className={classes.plan}>
        {!data && !error && <Loading height={80} />}
        {data && !error && (
          <div className={classes.plan} aria-busy={check.isPlaceholderData}>
            <Verdict problems={data.problems} goToLine={goToLine} />
          </div>
        )}
      </div>
      {error && <ErrorNotice error={error} retry={() => void refetch()} />}
      {data?.profile && !error && (
        <Tabs defaultValue="plan" keepMounted={false}>
          <Tabs.List mb={8}>
            <Tabs.Tab value="plan">{plan.tab}</Tabs.Tab>
            <Tabs.Tab value="files">{plan.filesTab}</Tabs.Tab>
          </Tabs.List>
          <Tabs.Panel value="plan">
            <PlanBar label={plan.bar} steps={placedByPlan(phaseSteps(data.profile.phases))} />
            <PlanView {...data.profile} />
          </Tabs.Panel>
          <Tabs.Panel value="files">
            <JobFiles files={data.job_files} phases={data.profile.phases} />
          </Tabs.Panel>
        </Tabs>
      )}
    </div>
  );
}

function Verdict({ problems, goToLine }: { problems: readonly ProfileProblem[]; goToLine: (line: number) => void }) {
  if (problems.length === 0) {
    return (
      <div className={classes.sound}>
        <IconCheck size={20} stroke={1.75} aria-hidden="true" />
        {words.sound}
      </div>
    );
  }
  return (
    <Notice level="error" title={words.problems(problems.length)}>
      <ul className={classes.problems}>
        {problems.map(({ path, line, message }) => (
          <li key={`${path} ${line} ${message}`}>
            {line === null ? (
              words.somewhere
            ) : (
              <button type="button" className={classes.toLine} onClick={() => goToLine(line)}>
                {words.atLine(line)}
              </button>
            )}
            {path && <code className={classes.path}>{path}</code>}
            <span>{message}</span>
          </li>
        ))}
      </ul>
    </Notice>
  );
}
