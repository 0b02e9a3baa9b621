/** What makes the table: its axes, its metric, the factors that are held, and how values are written. */
import { Button, SegmentedControl, Select, Text } from "@mantine/core";
import type { Pivot } from "@/api/pivot";
import { METRICS } from "@/lib/metrics";
import { pivot as words } from "@/messages/pivot";
import { type Axis, chosenSearch, holding, onAxis, options } from "./choice";
import classes from "./pivot.module.css";
import { type PivotSearch, VALUE_VIEWS } from "./search";
import { baselines, nameOfPlace, placeOf, type Shown } from "./values";

export interface PivotControlsProps {
  pivot: Pivot;
  search: PivotSearch;
  shown: Shown;
  change: (next: Partial<PivotSearch>) => void;
}

const AXES: readonly Axis[] = ["rows", "columns", "panel"];
const LABELS = { rows: "row_label", columns: "column_label", panel: "panel_label" } as const;
const WIDTH = 220;

export function PivotControls(props: PivotControlsProps) {
  const { pivot, change } = props;
  const { choice, metrics } = pivot;
  return (
    <>
      {choice.proposed && <Text c="dimmed">{words.proposed}</Text>}
      <div className={classes.controls}>
        {AXES.map((axis) => (
          <AxisSelect key={axis} axis={axis} pivot={pivot} change={change} />
        ))}
        <Select
          label={words.metric}
          data={metrics.map(({ name }) => ({ value: name, label: METRICS[name].label }))}
          value={choice.metric.name}
          onChange={(value) =>
            change({ ...chosenSearch(pivot), metric: metrics.find(({ name }) => name === value)?.name })
          }
          allowDeselect={false}
          w={WIDTH}
        />
      </div>
      <Held pivot={pivot} change={change} />
      <Values {...props} />
    </>
  );
}

function AxisSelect({ axis, pivot, change }: Pick<PivotControlsProps, "pivot" | "change"> & { axis: Axis }) {
  const { factors, choice } = pivot;
  const key = choice[axis];
  const offered = options(factors);
  // An axis may be a factor that all of these results agree in.
  const data =
    key === null || offered.some(({ value }) => value === key)
      ? offered
      : [...offered, { value: key, label: choice[LABELS[axis]] ?? key }];
  return (
    <Select
      label={words[axis]}
      placeholder={words.none}
      data={data}
      value={key}
      onChange={(value) => change(onAxis(pivot, axis, value))}
      clearable
      searchable
      w={WIDTH}
    />
  );
}

/** One select for each factor that is held, and one to hold another. */
function Held({ pivot, change }: Pick<PivotControlsProps, "pivot" | "change">) {
  const { factors, choice } = pivot;
  const held = new Set(choice.fixed.map(({ key }) => key));
  const axes = new Set([choice.rows, choice.columns, choice.panel]);
  const others = factors.filter(({ key }) => !held.has(key) && !axes.has(key));
  return (
    <fieldset className={classes.held}>
      <legend>{words.fixed}</legend>
      <div className={classes.controls}>
        {choice.fixed.map(({ key, label, value }) => (
          <Select
            key={key}
            label={label}
            placeholder={words.release}
            data={factors.find((factor) => factor.key === key)?.levels.map((level) => level.value) ?? [value]}
            value={value}
            onChange={(next) => change(holding(pivot, key, next))}
            clearable
            searchable
            w={WIDTH}
          />
        ))}
        {others.length > 0 && (
          <Select
            key={[...held].join()}
            label={words.fix}
            placeholder={words.none}
            data={options(others)}
            value={null}
            onChange={(key) => {
              const first = factors
                .find((factor) => factor.key === key)
                ?.levels.toSorted((a, b) => b.results - a.results)[0];
              if (key && first) change(holding(pivot, key, first.value));
            }}
            searchable
            w={WIDTH}
          />
        )}
      </div>
    </fieldset>
  );
}

function Values({ pivot, search, shown, change }: PivotControlsProps) {
  const offered = baselines(pivot);
  const { view, baseline } = shown;
  return (
    <div className={classes.controls}>
      <SegmentedControl
        aria-label={words.view}
        data={VALUE_VIEWS.map((value) => ({ value, label: words.views[value] }))}
        value={view}
        onChange={(next) => change({ view: next === "relative" || next === "ratio" ? next : undefined })}
      />
      {view !== "absolute" && offered.length === 0 && <Text c="dimmed">{words.noBaseline}</Text>}
      {view !== "absolute" && offered.length > 0 && (
        <Select
          label={words.baseline}
          data={offered.map((cell) => ({ value: JSON.stringify(placeOf(cell)), label: nameOfPlace(cell) }))}
          value={baseline ? JSON.stringify(placeOf(baseline)) : null}
          onChange={(place) => change({ baseline: place ? (JSON.parse(place) as string[]) : undefined })}
          allowDeselect={false}
          searchable
          w={WIDTH * 1.5}
        />
      )}
      {!pivot.choice.proposed && (
        <Button
          variant="default"
          onClick={() =>
            change({
              rows: undefined,
              columns: undefined,
              panel: undefined,
              metric: undefined,
              fixed: undefined,
              baseline: undefined,
              view: search.view,
            })
          }
        >
          {words.propose}
        </Button>
      )}
    </div>
  );
}
