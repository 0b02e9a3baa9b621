/** The editor of one panel: what it draws, of which workload, and what is drawn beside it. */
import { ActionIcon, Button, Select, Switch, UnstyledButton } from "@mantine/core";
import { IconCopy, IconTrash, IconX } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useApi } from "@/api/context";
import { pivotQuery } from "@/api/pivot";
import { ICONS } from "@/charts/icons";
import { phaseName } from "@/charts/overlay/planned-curves";
import { PANELS, panelTitle } from "@/charts/panels";
import { CHART_KINDS, type ChartKind } from "@/charts/registry";
import { SWEEP_AXES } from "@/charts/sweeps/axis-names";
import { phaseChoices } from "@/charts/workbench/alignment";
import { isOverTime, type Panel } from "@/charts/workbench/document";
import { TIME_METRICS } from "@/lib/metrics";
import { sweeps } from "@/messages/sweeps";
import { workbench } from "@/messages/workbench";
import type { PanelContext } from "./panel-context";
import { sourceOf } from "./use-factor-table";
import classes from "./workbench.module.css";

const words = workbench.editor;

export interface InspectorProps {
  panel: Panel;
  context: PanelContext;
  change: (changes: Partial<Panel>) => void;
  duplicate: () => void;
  remove: () => void;
  close: () => void;
}

export function Inspector({ panel, context, change, duplicate, remove, close }: InspectorProps) {
  const { chart, metric, workload, axis, options } = panel;
  const title = panelTitle(panel);
  const { metrics = [], options: shown = [], workloads: workloadsOf } = PANELS[chart];
  const workloads = workloadsOf?.(context, axis) ?? [];
  const first = useRef<HTMLButtonElement>(null);
  const { id } = panel;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the focus moves when another panel is edited.
  useEffect(() => first.current?.focus({ preventScroll: true }), [id]);
  const chooseKind = (next: ChartKind) => {
    const { metrics: available = [], workloads: nextWorkloads } = PANELS[next];
    change({
      chart: next,
      workload: next === "heat_map" || nextWorkloads?.(context, null).includes(workload ?? "") ? workload : null,
      ...(available.length > 0 && !available.includes(metric) ? { metric: "iops" } : {}),
      ...(isOverTime(next) ? {} : { phase: null }),
      factors: [],
      axis: null,
    });
  };
  return (
    <aside className={classes.inspector} aria-label={words.title(title)}>
      <div className={classes.inspectorHead}>
        <h2>{title}</h2>
        <span className={classes.space} />
        <ActionIcon variant="subtle" size={26} aria-label={words.close} title={words.close} onClick={close}>
          <IconX size={16} stroke={1.75} aria-hidden="true" />
        </ActionIcon>
      </div>
      <fieldset className={classes.block}>
        <legend>{words.chart}</legend>
        <div className={classes.kinds}>
          {CHART_KINDS.map((kind) => {
            const { icon, button } = PANELS[kind];
            const Icon = ICONS[icon];
            return (
              <UnstyledButton
                key={kind}
                ref={kind === chart ? first : null}
                className={classes.kind}
                aria-pressed={kind === chart}
                onClick={() => chooseKind(kind)}
              >
                <Icon size={18} stroke={1.75} aria-hidden="true" />
                {button}
              </UnstyledButton>
            );
          })}
        </div>
      </fieldset>
      {metrics.length > 0 && (
        <fieldset className={classes.block}>
          <legend>{words.metric}</legend>
          <div className={classes.chips}>
            {metrics.map((name) => (
              <UnstyledButton
                key={name}
                className={classes.chip}
                data-differs={name === metric ? "" : undefined}
                aria-pressed={name === metric}
                onClick={() => change({ metric: name })}
              >
                {TIME_METRICS[name].short}
              </UnstyledButton>
            ))}
          </div>
        </fieldset>
      )}
      {isOverTime(chart) && (
        <div className={classes.block}>
          <Phases panel={panel} context={context} change={change} />
        </div>
      )}
      {(workloads.length > 0 || chart === "heat_map" || chart === "sweep") && (
        <div className={classes.block}>
          {chart === "sweep" && <AxisSelect panel={panel} context={context} change={change} />}
          {workloads.length > 0 && <WorkloadSelect workloads={workloads} workload={workload} change={change} />}
          {chart === "heat_map" && <Factors panel={panel} context={context} change={change} />}
        </div>
      )}
      {shown.length > 0 && (
        <fieldset className={classes.block}>
          <legend>{words.show}</legend>
          {shown.map((name) => (
            <Switch
              key={name}
              size="xs"
              classNames={{ root: classes.option, body: classes.optionBody }}
              label={words.options[name]}
              labelPosition="left"
              checked={options[name]}
              onChange={({ currentTarget }) => change({ options: { ...options, [name]: currentTarget.checked } })}
            />
          ))}
        </fieldset>
      )}
      <div className={classes.inspectorFoot}>
        <Button
          variant="default"
          size="xs"
          leftSection={<IconCopy size={14} stroke={1.75} aria-hidden="true" />}
          onClick={duplicate}
        >
          {words.duplicate}
        </Button>
        <Button
          variant="default"
          size="xs"
          className={classes.remove}
          leftSection={<IconTrash size={14} stroke={1.75} aria-hidden="true" />}
          onClick={remove}
        >
          {words.remove}
        </Button>
        <span className={classes.space} />
        <Button size="xs" onClick={close}>
          {words.done}
        </Button>
      </div>
      <p className={classes.keys}>{words.keys}</p>
    </aside>
  );
}

/** The phase of a chart over time, among those that the entries have curves of. */
function Phases({ panel, context, change }: Pick<InspectorProps, "panel" | "context" | "change">) {
  const { phase } = panel;
  const { kinds, names } = phaseChoices(context.entries);
  const available = [...kinds, ...names];
  const values = phase === null || available.includes(phase) ? available : [phase, ...available];
  return (
    <Select
      label={words.phase}
      data={[{ value: "", label: words.allPhases }, ...values.map((value) => ({ value, label: phaseName(value) }))]}
      value={phase ?? ""}
      onChange={(next) => change({ phase: next || null })}
      allowDeselect={false}
      searchable={values.length > 10}
    />
  );
}

/** Select the axis of a sweep among the axes of the entries. */
function AxisSelect({ panel: { axis }, context, change }: Pick<InspectorProps, "panel" | "context" | "change">) {
  const swept = context.facts.sweeps.map((sweep) => sweep.axis);
  const values = axis === null || swept.includes(axis) ? swept : [...swept, axis];
  return (
    <Select
      label={words.axis}
      data={[
        { value: "", label: words.usualAxis },
        ...values.map((value) => ({ value, label: sweeps.axisColumns[value] })),
      ]}
      value={axis ?? ""}
      onChange={(next) => change({ axis: SWEEP_AXES.find((value) => value === next) ?? null, workload: null })}
      allowDeselect={false}
    />
  );
}

interface WorkloadSelectProps extends Pick<InspectorProps, "change"> {
  workloads: readonly string[];
  workload: string | null;
}

function WorkloadSelect({ workloads, workload, change }: WorkloadSelectProps) {
  const names = workload === null || workloads.includes(workload) ? workloads : [...workloads, workload];
  return (
    <Select
      label={words.workload}
      data={[{ value: "", label: words.chosenWorkload }, ...names.map((name) => ({ value: name, label: name }))]}
      value={workload ?? ""}
      onChange={(next) => change({ workload: next || null })}
      allowDeselect={false}
      searchable={names.length > 10}
    />
  );
}

const WORKLOAD = "workload.name";

/** Workload, rows and columns of a heat map, among those in which the results differ. */
function Factors({ panel, context, change }: Pick<InspectorProps, "panel" | "context" | "change">) {
  const { data } = useQuery(pivotQuery(useApi(), { ...sourceOf(context), fixed: [] }));
  // Without a choice the lab proposes both.
  const proposed = [data?.choice.rows, data?.choice.columns].flatMap((key) => key ?? []);
  const shown = panel.factors.length > 0 ? panel.factors : proposed;
  const [rows = null, columns = null] = shown;
  const available = (data?.factors ?? []).filter(
    ({ group, key }) => (group !== "workload" && group !== "run") || shown.includes(key),
  );
  const others = shown.filter((factor) => !available.some(({ key }) => key === factor));
  const options = [
    ...available.map(({ key, label }) => ({ value: key, label })),
    ...others.map((key) => ({ value: key, label: key })),
  ];
  const workloads = data?.factors.find(({ key }) => key === WORKLOAD)?.levels.map(({ value }) => value) ?? [];
  const choose = (next: readonly (string | null)[]) =>
    change({ factors: next.every((factor) => factor !== null) ? (next as string[]) : [] });
  const other = (key: string | null, taken: string | null) =>
    key !== taken ? key : (options.find(({ value }) => value !== taken)?.value ?? null);
  return (
    <>
      <WorkloadSelect workloads={workloads} workload={panel.workload} change={change} />
      <Select
        label={words.rows}
        data={options}
        value={rows}
        onChange={(next) => choose([next, other(columns, next)])}
        allowDeselect={false}
      />
      <Select
        label={words.columns}
        data={options}
        value={columns}
        onChange={(next) => choose([other(rows, next), next])}
        allowDeselect={false}
      />
    </>
  );
}
