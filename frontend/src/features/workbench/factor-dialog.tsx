/** Results by factors with all that is known of each cell: exact values, repeats, reasons and runs. */
import { SegmentedControl, Select, Text } from "@mantine/core";
import { useState } from "react";
import type { Pivot } from "@/api/pivot";
import type { Numbers } from "@/charts/changes";
import { Dialog } from "@/components/dialog";
import { Notice } from "@/components/notice";
import { Section } from "@/components/page";
import { factorTables as words } from "@/messages/factor-tables";
import { workbench } from "@/messages/workbench";
import { NUMBERS } from "./document";
import { baselineOf, baselines, nameOfPlace, placeOf, type Shown } from "./factors/cell-texts";
import { FactorFigures } from "./factors/factor-figures";
import { FactorTables } from "./factors/factor-tables";
import classes from "./factors/factors.module.css";
import { MixedCells } from "./factors/mixed-cells";
import { titleOf } from "./factors/take-away";
import { TakeAway } from "./factors/take-away-buttons";

interface FactorDialogProps {
  pivot: Pivot;
  /** How values are written at first. */
  numbers: Numbers;
  close: () => void;
}

export function FactorDialog({ pivot, numbers, close }: FactorDialogProps) {
  const [view, setView] = useState(numbers);
  const [chosen, setChosen] = useState<string[]>();
  const shown: Shown = { view, baseline: view === "absolute" ? null : baselineOf(pivot, chosen) };
  const { fixed } = pivot.choice;
  return (
    <Dialog title={titleOf(pivot)} size="90%" onClose={close} closeButtonProps={{ "aria-label": words.close }}>
      <div className={classes.body}>
        <Text>
          {[
            words.covered(pivot.runs.length, pivot.results, pivot.more_runs),
            ...fixed.map(({ label, value }) => words.fixed(label, value)),
          ].join(" ")}
        </Text>
        <div className={classes.controls}>
          <SegmentedControl
            aria-label={workbench.numbers}
            data={NUMBERS.map((value) => ({ value, label: workbench.numbersOf[value] }))}
            value={view}
            onChange={(next) => setView(NUMBERS.find((value) => value === next) ?? "absolute")}
          />
          {view !== "absolute" && <Against pivot={pivot} shown={shown} choose={setChosen} />}
          <TakeAway pivot={pivot} shown={shown} />
        </div>
        <MixedCells pivot={pivot} />
        {pivot.along.length > 0 && (
          <Notice level="info">{words.along(pivot.along.map(({ label }) => label).join(", "))}</Notice>
        )}
        <FactorTables pivot={pivot} shown={shown} />
        <Text c="dimmed">{words.rule}</Text>
        <Section title={words.charts}>
          <FactorFigures pivot={pivot} />
        </Section>
      </div>
    </Dialog>
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
