/** All charts by id: what can be drawn without a page, too. */
import { bars } from "./bars/definition";
import { live } from "./live/definition";
import { loadCurve } from "./load-curve/definition";
import { overlay } from "./overlay/definition";
import { preconditioning } from "./preconditioning/definition";
import { queueDepth } from "./queue-depth/definition";
import { reportBars } from "./report-bars/definition";
import { reportHistogram } from "./report-histogram/definition";
import { reportLines } from "./report-lines/definition";
import { reportMatrix } from "./report-matrix/definition";
import { rounds } from "./rounds/definition";
import { telemetry } from "./telemetry/definition";

export const CHARTS = {
  [preconditioning.id]: preconditioning,
  [overlay.id]: overlay,
  [queueDepth.id]: queueDepth,
  [loadCurve.id]: loadCurve,
  [rounds.id]: rounds,
  [bars.id]: bars,
  [live.id]: live,
  [telemetry.id]: telemetry,
  [reportLines.id]: reportLines,
  [reportMatrix.id]: reportMatrix,
  [reportBars.id]: reportBars,
  [reportHistogram.id]: reportHistogram,
};
