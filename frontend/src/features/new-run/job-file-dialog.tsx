/** The job files of a draft with its whole plan, and their changes to the profile. */
import { Select, Skeleton } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useApi } from "@/api/context";
import { type ForeseenPlan, planQuery } from "@/api/jobs";
import type { JobRequest, Profile } from "@/api/types";
import { Dialog } from "@/components/dialog";
import { longSelect } from "@/components/long-select";
import { ErrorNotice } from "@/components/notice";
import { PlanTabs } from "@/components/plan-tabs";
import { formatNumber } from "@/lib/units";
import { newRun as words } from "@/messages/new-run";
import classes from "./job-file-dialog.module.css";
import { diffLines } from "./line-diff";

export interface JobFileDialogProps {
  request: JobRequest;
  plan: ForeseenPlan;
  profile: Profile;
  close: () => void;
}

export function JobFileDialog({ request, plan, profile, close }: JobFileDialogProps) {
  return (
    <Dialog title={words.jobFile} onClose={close} size="xl" closeButtonProps={{ "aria-label": words.close }}>
      <PlanTabs
        plan={plan}
        opensWith="files"
        more={{ title: words.changes, content: <Changes request={request} plan={plan} profile={profile} /> }}
      />
    </Dialog>
  );
}

const number = (value: number): string => formatNumber(value, { digits: 6, trim: true });

/** Show the changes of the job file. The workload of a single run can only be compared with itself. */
function Changes({ request, plan, profile }: Omit<JobFileDialogProps, "close">) {
  const given = request.profile.parameters ?? {};
  const changed = profile.parameters.filter(({ name, default: usual }) => (given[name] ?? usual) !== usual);
  const usual: JobRequest = { ...request, profile: { ...request.profile, parameters: {} } };
  const { data, error, refetch } = useQuery(planQuery(useApi(), usual));
  if (error) return <ErrorNotice error={error} retry={() => void refetch()} />;
  if (!data) return <Skeleton height={200} />;
  return (
    <>
      {changed.length > 0 && (
        <ul className={classes.parameters}>
          {changed.map(({ name, title, default: before }) => (
            <li key={name}>{words.fromTo(title, number(before), number(given[name] ?? before))}</li>
          ))}
        </ul>
      )}
      <FileChanges before={data.job_files} after={plan.job_files} />
    </>
  );
}

type Files = ForeseenPlan["job_files"];

function FileChanges({ before, after }: { before: Files; after: Files }) {
  const [chosen, setChosen] = useState("0");
  const texts = new Map(before.map(({ ordinal, text }) => [ordinal, text]));
  const changed = after.filter(({ ordinal, text }) => texts.get(ordinal) !== text);
  const file = changed[Number(chosen)] ?? changed[0];
  if (!file) return <p className={classes.none}>{words.noChanges}</p>;
  return (
    <>
      <Select
        label={words.changedPhase}
        data={changed.map(({ ordinal, name }, index) => ({ value: String(index), label: `${ordinal}. ${name}` }))}
        value={String(changed.indexOf(file))}
        onChange={(value) => setChosen(value ?? "0")}
        allowDeselect={false}
        {...longSelect(changed.length)}
        mb={8}
      />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls has to be reachable by keyboard. */}
      <pre className={classes.diff} tabIndex={0}>
        {diffLines(texts.get(file.ordinal) ?? "", file.text).map(({ kind, text }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines may be equal, and keep their order.
          <span key={index} data-kind={kind}>
            {kind === "removed" && <span className="visually-hidden">{words.removedLine}</span>}
            {kind === "added" && <span className="visually-hidden">{words.addedLine}</span>}
            <span aria-hidden="true">{{ same: "  ", removed: "− ", added: "+ " }[kind]}</span>
            {text}
          </span>
        ))}
      </pre>
    </>
  );
}
