/** Three steps to a shared result of one's own, which tick themselves, and the way to a real server. */
import { Button } from "@mantine/core";
import { IconCheck, IconPlayerPlayFilled, IconServer2 } from "@tabler/icons-react";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { idempotencyKey } from "@/api/client";
import { useApi } from "@/api/context";
import { useLabEvents } from "@/api/events";
import { submitJob } from "@/api/jobs";
import { overviewKey } from "@/api/overview";
import { usePermissions } from "@/api/permissions";
import { addServer, serverQuery } from "@/api/servers";
import type { JobRequest, Overview, ServerGlance } from "@/api/types";
import { ButtonLink } from "@/components/link";
import { liveRuns } from "@/components/live-runs";
import { shortPercent } from "@/lib/short-values";
import { home } from "@/messages/home";
import { Copyable } from "@/parts/copyable";
import { toast } from "@/shell/toasts";
import classes from "./first-visit.module.css";

const words = home.first;
/** About a minute on a file. */
const PROFILE = "quick-4k";
const SIZE_BYTES = 256 * 1024 * 1024;
/** Values of a request without any choice. */
const USUAL = {
  labels: {},
  engine: "fio",
  preparation: [],
  conditioning: "redo",
  repeats: 1,
  accept_wear: false,
  priority: 50,
  on_lost: "stop",
  confirm_serials: [],
  note: "",
} as const satisfies Partial<JobRequest>;
const TAKES_RUNS: readonly ServerGlance["use"][] = ["idle", "leased", "reserved"];

export interface FirstStepsProps {
  overview: Overview;
  /** Opens the form of a run for this server. */
  openForm: (profile: string, server: string) => void;
  /** Opens a job that was submitted. */
  openJob: (job: string) => void;
}

export function FirstSteps({ overview, ...open }: FirstStepsProps) {
  const { operate } = usePermissions();
  const local = overview.servers.items.find(({ is_local }) => is_local);
  const engine = useEngine(local);
  return (
    <div className={classes.side} data-tour="overview">
      <ol className={classes.steps} aria-label={words.steps}>
        <Step state="done" number={1} title={words.opened}>
          <p>{words.openedWith(engine ?? null)}</p>
        </Step>
        <Step state="next" number={2} title={words.measure}>
          <Measure {...{ overview, local, operate }} hasEngine={engine !== null} {...open} />
        </Step>
        <Step state="later" number={3} title={words.share}>
          <p>{words.shareMeans}</p>
        </Step>
      </ol>
      {operate ? <RealServer /> : <p className={classes.viewer}>{words.viewer}</p>}
    </div>
  );
}

/** The engine of this machine, null where it has none, undefined while that is not known. */
function useEngine(local: ServerGlance | undefined): string | null | undefined {
  const api = useApi();
  const { data } = useQuery({ ...serverQuery(api, local?.number ?? ""), enabled: local !== undefined });
  if (!data?.discovered_at) return undefined;
  return data.fio_version?.replace(/^fio-/, "fio ") ?? null;
}

interface StepProps {
  state: "done" | "next" | "later";
  number: number;
  title: string;
  children: ReactNode;
}

function Step({ state, number, title, children }: StepProps) {
  return (
    <li className={classes.step} data-state={state} aria-current={state === "next" ? "step" : undefined}>
      <span className={classes.number}>
        {state === "done" ? <IconCheck size={15} stroke={2.6} role="img" aria-label={words.stepDone} /> : number}
      </span>
      <h2>{title}</h2>
      <div className={classes.body}>{children}</div>
    </li>
  );
}

interface MeasureProps extends FirstStepsProps {
  local: ServerGlance | undefined;
  operate: boolean;
  hasEngine: boolean;
}

function Measure({ overview, local, operate, hasEngine, ...open }: MeasureProps) {
  const [run] = liveRuns(overview, useLabEvents());
  if (run) {
    return (
      <>
        <p>{words.measuring(shortPercent(run.progress?.percent ?? 0))}</p>
        <ButtonLink to="/runs/$ref" params={{ ref: run.number }} variant="default">
          {words.watch(run.number)}
        </ButtonLink>
      </>
    );
  }
  if (overview.under_way.waiting_count > 0) {
    return (
      <>
        <p>{words.queued}</p>
        <ButtonLink to="/queue" variant="default">
          {words.openQueue}
        </ButtonLink>
      </>
    );
  }
  if (local && !hasEngine) return <NoEngine operate={operate} />;
  return (
    <>
      <p>{words.measureMeans}</p>
      {operate && (local ? <QuickLook server={local} openJob={open.openJob} /> : <Register openForm={open.openForm} />)}
    </>
  );
}

function QuickLook({ server, openJob }: { server: ServerGlance; openJob: FirstStepsProps["openJob"] }) {
  const api = useApi();
  const queryClient = useQueryClient();
  const start = useMutation({
    mutationFn: () =>
      submitJob(
        api,
        {
          ...USUAL,
          name: words.quickLookName,
          server_id: server.number,
          profile: { name: PROFILE, scale: "full" },
          target: { kind: "file", path: null, size_bytes: SIZE_BYTES },
        },
        idempotencyKey(),
      ),
    onSuccess: async ({ number }) => {
      openJob(number);
      await queryClient.invalidateQueries({ queryKey: overviewKey });
    },
    onError: (error) => toast.error({ title: words.notStarted, detail: error.message }),
  });
  if (!TAKES_RUNS.includes(server.use)) {
    return (
      <>
        <p>{words.notReady(server.reason ?? server.use)}</p>
        <ButtonLink to="/servers/$ref" params={{ ref: server.number }} variant="default">
          {words.openServer}
        </ButtonLink>
      </>
    );
  }
  return (
    <div className={classes.acts}>
      <Button
        leftSection={<IconPlayerPlayFilled size={14} aria-hidden="true" />}
        loading={start.isPending}
        onClick={() => start.mutate()}
      >
        {words.quickLook}
      </Button>
      <span className={classes.takes}>{words.takes}</span>
    </div>
  );
}

function Register({ openForm }: Pick<FirstStepsProps, "openForm">) {
  const api = useApi();
  const queryClient = useQueryClient();
  const register = useMutation({
    mutationFn: () =>
      addServer(api, {
        name: words.registerName,
        transport: "local",
        address: null,
        port: 22,
        username: null,
        host_key_fingerprint: null,
      }),
    onSuccess: async ({ number }) => {
      await queryClient.invalidateQueries({ queryKey: ["servers"] });
      openForm(PROFILE, number);
    },
    onError: (error) => toast.error({ title: words.notStarted, detail: error.message }),
  });
  return (
    <Button loading={register.isPending} onClick={() => register.mutate()}>
      {words.register}
    </Button>
  );
}

function NoEngine({ operate }: { operate: boolean }) {
  return (
    <>
      <p>{words.noFio}</p>
      <Copyable value={words.fioCommand} label={words.fioLabel} />
      {operate && (
        <ButtonLink to="/import" variant="default">
          {words.importResults}
        </ButtonLink>
      )}
    </>
  );
}

function RealServer() {
  return (
    <section className={classes.step} data-state="aside">
      <span className={classes.number}>
        <IconServer2 size={15} stroke={1.75} aria-hidden="true" />
      </span>
      <h2>{words.haveServer}</h2>
      <div className={classes.body}>
        <p>{words.haveServerMeans}</p>
        <div className={classes.acts}>
          <ButtonLink to="/servers/new" variant="default">
            {words.addServer}
          </ButtonLink>
          <ButtonLink to="/import" variant="subtle">
            {words.importFiles}
          </ButtonLink>
        </div>
      </div>
    </section>
  );
}
