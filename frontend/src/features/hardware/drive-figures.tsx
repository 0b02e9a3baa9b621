/** The charts of a drive; loaded apart from its page because ECharts comes with them. */
import { useMemo } from "react";
import type { DriveLife } from "@/api/types";
import { ChartFigure } from "@/charts/chart-figure";
import { driveTemperature } from "@/charts/drive-temperature/definition";
import { driveWear } from "@/charts/drive-wear/definition";
import { driveWrites } from "@/charts/drive-writes/definition";
import { driveLife as words } from "@/messages/drive-life";
import { Card } from "@/parts/card";
import { EmptyState } from "@/parts/empty-state";
import { temperatureData, wearData, writesData } from "./drive-forecast";

export interface DriveFiguresProps {
  number: string;
  /** Names the drive on its line: "slot 7". */
  name: string;
  life: DriveLife;
  /** In ms. */
  now: number;
}

export function DriveFigures({ number, name, life, now }: DriveFiguresProps) {
  const wear = useMemo(() => wearData(name, life, now), [name, life, now]);
  const temperature = useMemo(() => temperatureData(life, now), [life, now]);
  const writes = useMemo(() => writesData(life), [life]);
  const isEmpty = wear.points.length + temperature.days.length + writes.weeks.length === 0;
  if (isEmpty) {
    return (
      <Card title={words.empty.title}>
        <EmptyState title={words.empty.heading} text={words.empty.text} />
      </Card>
    );
  }
  return (
    <>
      <ChartFigure definition={driveWear} data={wear} fileName={number} />
      <ChartFigure definition={driveTemperature} data={temperature} fileName={number} />
      <ChartFigure definition={driveWrites} data={writes} fileName={number} />
    </>
  );
}
