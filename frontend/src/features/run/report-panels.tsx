/** Plots and tables of a report in their order; an empty one shows the reason. */
import { Button, Text, Title } from "@mantine/core";
import { useId } from "react";
import type { ReportPanel } from "@/api/types";
import { ChartFigure } from "@/charts/chart-figure";
import { toCsv } from "@/charts/csv";
import type { Cell } from "@/charts/definition";
import { exactUnit, valueText } from "@/charts/report/units";
import { reportBars } from "@/charts/report-bars/definition";
import { reportHistogram } from "@/charts/report-histogram/definition";
import { reportLines } from "@/charts/report-lines/definition";
import { reportMatrix } from "@/charts/report-matrix/definition";
import { DataTable } from "@/components/data-table";
import { EmptyState } from "@/components/page";
import { saveFile } from "@/lib/save-file";
import { run as words } from "@/messages/run";
import classes from "./run-report.module.css";

type TablePanel = Extract<ReportPanel, { kind: "table" }>;

const LONG_FROM = 16;

export function ReportPanels({ run, panels }: { run: string; panels: readonly ReportPanel[] }) {
  return (
    <div className={classes.panels}>
      {panels.map((panel) => (
        <div key={panel.id} className={classes.panel}>
          {panel.empty ? <Empty panel={panel} /> : <Filled panel={panel} fileName={`${run}-${panel.id}`} />}
          {!panel.empty && panel.note && <Text c="dimmed">{panel.note}</Text>}
        </div>
      ))}
    </div>
  );
}

function Empty({ panel }: { panel: ReportPanel }) {
  return (
    <>
      <Title order={3}>{panel.title}</Title>
      <EmptyState title={panel.empty ?? ""} />
    </>
  );
}

function Filled({ panel, fileName }: { panel: ReportPanel; fileName: string }) {
  switch (panel.kind) {
    case "lines":
      return <ChartFigure definition={reportLines} data={panel} title={panel.title} fileName={fileName} />;
    case "matrix":
      return <ChartFigure definition={reportMatrix} data={panel} title={panel.title} fileName={fileName} />;
    case "bars":
      return <ChartFigure definition={reportBars} data={panel} title={panel.title} fileName={fileName} />;
    case "histogram":
      return <ChartFigure definition={reportHistogram} data={panel} title={panel.title} fileName={fileName} />;
    case "table":
      return <ReportTable panel={panel} fileName={fileName} />;
  }
}

function ReportTable({ panel, fileName }: { panel: TablePanel; fileName: string }) {
  const heading = useId();
  const save = () => {
    const columns = panel.columns.map(({ label, unit }) => ({ label, unit: exactUnit(unit), format: String }));
    const text = toCsv({ caption: panel.title, columns, rows: panel.rows });
    // The mark at the start makes spreadsheets read the file as UTF-8.
    saveFile(new Blob([`\ufeff${text}`], { type: "text/csv;charset=utf-8" }), `${fileName}.csv`);
  };
  return (
    <section aria-labelledby={heading} className={classes.panel}>
      <div className={classes.tableHead}>
        <Title order={3} id={heading}>
          {panel.title}
        </Title>
        <Button variant="default" size="compact-xs" h={28} aria-label={words.saveTable(panel.title)} onClick={save}>
          CSV
        </Button>
      </div>
      <DataTable
        caption={panel.title}
        columns={panel.columns.map(({ label, unit }, index) => ({
          key: label,
          title: label,
          numeric: unit !== null,
          cell: ({ cells }: { cells: Cell[] }) => valueText(unit, cells[index] ?? null, 4),
        }))}
        rows={panel.rows.map((cells, index) => ({ key: String(index), cells }))}
        rowKey={({ key }) => key}
        long={panel.rows.length >= LONG_FROM}
      />
    </section>
  );
}
