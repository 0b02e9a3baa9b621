/** All charts by id: what can be drawn without a page, too. */
import { bars } from "./bars/definition";
import { live } from "./live/definition";
import { overlay } from "./overlay/definition";
import { preconditioning } from "./preconditioning/definition";
import { queueDepth } from "./queue-depth/definition";
import { rounds } from "./rounds/definition";
import { telemetry } from "./telemetry/definition";

export const CHARTS = {
  [preconditioning.id]: preconditioning,
  [overlay.id]: overlay,
  [queueDepth.id]: queueDepth,
  [rounds.id]: rounds,
  [bars.id]: bars,
  [live.id]: live,
  [telemetry.id]: telemetry,
};
