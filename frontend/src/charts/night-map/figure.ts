/** Nights by configuration as panels of a workbench. */
import { nightMapFigure } from "../nights/figures";
import { fromMeasurements } from "../workbench/contract";
import { nightMap } from "./definition";

export const figure = fromMeasurements(nightMap, nightMapFigure);
