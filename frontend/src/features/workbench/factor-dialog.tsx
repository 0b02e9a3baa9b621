/** Results by factors with all that is known of each cell: exact values, repeats, reasons and runs. */
import { Button, SegmentedControl, Select, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useApi } from "@/api/context";
import { type Pivot, type PivotRequest, pivotQuery } from "@/api/pivot";
import type { Numbers } from "@/charts/changes";
import { NUMBERS } from "@/charts/workbench/document";
import { Dialog } from "@/components/dialog";
import { Loading } from "@/components/loading";
import { ErrorNotice, Notice } from "@/components/notice";
import { Section } from "@/components/page";
import { factorTables as words } from "@/messages/factor-tables";
import { workbench } from "@/messages/workbench";
import { baselineOf, baselines, nameOfPlace, placeOf, type Shown } from "./factors/cell-texts";
import { FactorFigures } from "./factors/factor-figures";
import { FactorTables } from "./factors/factor-tables";
import classes from "./factors/factors.module.css";
import { MixedCells } from "./factors/mixed-cells";
import { titleOf } from "./factors/take-away";
import { TakeAway } from "./factors/take-away-buttons";

const HEIGHT = 480;

interface FactorDialogProps {
  /** The table that is shown at first. */
  request: PivotRequest;
  /** Initial notation of values. */
  numbers: Numbers;
  close: () => void;
}

export function FactorDialog({ request, numbers, close }: FactorDialogProps) {
  const [panel, setPanel] = useState(request.panel);
  const { data, error, isPlaceholderData, refetch } = useQuery(pivotQuery(useApi(), { ...request, panel }));
  return (
    <Dialog
      title={data ? titleOf(data) : words.open}
      size="90%"
      onClose={close}
      closeButtonProps={{ "aria-label": words.close }}
    >
      <div className={classes.body} aria-busy={isPlaceholderData || undefined}>
        {error && <ErrorNotice error={error} retry={() => void refetch()} />}
        {!data && !error && <Loading height={HEIGHT} />}
        {data && !error && <PivotResult pivot={data} numbers={numbers} panel={panel} setPanel={setPanel} />}
        {error && panel !== request.panel && (
          <Button variant="default" onClick={() => setPanel(request.panel)}>
            {words.back}
          </Button>
        )}
      </div>
    </Dialog>
  );
}

interface PivotResultProps extends PanelChoiceProps {
  numbers: Numbers;
}

function PivotResult({ pivot, numbers, panel, setPanel }: PivotResultProps) {
  const [view, setView] = useState(numbers);
  const [chosen, setChosen] = useState<string[]>();
  const shown: Shown = { view, baseline: view === "absolute" ? null : baselineOf(pivot, chosen) };
  return (
    <>
      <Text>
        {[
          words.covered(pivot.runs.length, pivot.results, pivot.more_runs),
          ...pivot.choice.fixed.map(({ label, value }) => words.fixed(label, value)),
        ].join(" ")}
      </Text>
      <div className={classes.controls}>
        <PanelSelect pivot={pivot} panel={panel} setPanel={setPanel} />
        <SegmentedControl
          aria-label={workbench.numbers}
          data={NUMBERS.map((value) => ({ value, label: workbench.numbersOf[value] }))}
          value={view}
          onChange={(next) => setView(NUMBERS.find((value) => value === next) ?? "absolute")}
        />
        {view !== "absolute" && <Against pivot={pivot} shown={shown} choose={setChosen} />}
        <TakeAway pivot={pivot} shown={shown} />
      </div>
      <MixedCells pivot={pivot} showPanels={setPanel} />
      {pivot.along.length > 0 && (
        <Notice level="info">{words.along(pivot.along.map(({ label }) => label).join(", "))}</Notice>
      )}
      <FactorTables pivot={pivot} shown={shown} />
      <Text c="dimmed">{words.rule}</Text>
      <Section title={words.charts}>
        <FactorFigures pivot={pivot} />
      </Section>
    </>
  );
}

interface PanelChoiceProps {
  pivot: Pivot;
  panel: string | undefined;
  setPanel: (panel: string | undefined) => void;
}

/** A third factor, each value of which has a table of its own. */
function PanelSelect({ pivot: { factors, choice }, panel, setPanel }: PanelChoiceProps) {
  const taken = new Set([choice.rows, choice.columns, ...choice.fixed.map(({ key }) => key)]);
  const offered = factors.filter(({ key }) => !taken.has(key)).map(({ key, label }) => ({ value: key, label }));
  const isOffered = panel === undefined || offered.some(({ value }) => value === panel);
  return (
    <Select
      label={words.panel}
      placeholder={words.none}
      data={isOffered ? offered : [...offered, { value: panel, label: choice.panel_label ?? panel }]}
      value={panel ?? null}
      onChange={(next) => setPanel(next ?? undefined)}
      clearable
      searchable
      w={220}
    />
  );
}

interface AgainstProps {
  pivot: Pivot;
  shown: Shown;
  choose: (place: string[] | undefined) => void;
}

/** The cell that others are compared with. */
function Against({ pivot, shown: { baseline }, choose }: AgainstProps) {
  const offered = baselines(pivot);
  if (offered.length === 0) return <Text c="dimmed">{words.noBaseline}</Text>;
  return (
    <Select
      label={words.baseline}
      data={offered.map((cell) => ({ value: JSON.stringify(placeOf(cell)), label: nameOfPlace(cell) }))}
      value={baseline ? JSON.stringify(placeOf(baseline)) : null}
      onChange={(place) => choose(place ? (JSON.parse(place) as string[]) : undefined)}
      allowDeselect={false}
      searchable
      w={330}
      maw="100%"
    />
  );
}
