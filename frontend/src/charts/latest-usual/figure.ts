/** Newest runs against the usual ones as panels of a workbench. */
import { latestFigure } from "../nights/figures";
import { fromMeasurements } from "../workbench/contract";
import { latest } from "./definition";

export const figure = fromMeasurements(latest, latestFigure);
