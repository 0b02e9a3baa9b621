/** Runs by date as panels of a workbench. */
import { nightlyFigure } from "../nights/figures";
import { fromMeasurements } from "../workbench/contract";
import { nightly } from "./definition";

export const figure = fromMeasurements(nightly, nightlyFigure);
