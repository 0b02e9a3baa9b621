/** Verdicts by night as panels of a workbench. */
import { verdictsFigure } from "../nights/figures";
import { fromMeasurements } from "../workbench/contract";
import { nightVerdicts } from "./definition";

export const figure = fromMeasurements(nightVerdicts, (_, data) => verdictsFigure(data), true);
