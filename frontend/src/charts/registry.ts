/** All charts by id: what can be drawn without a page, too. */
import { addressSpace } from "./address-space/definition";
import { axisSweep } from "./axis-sweep/definition";
import { bars } from "./bars/definition";
import { blockSize } from "./block-size/definition";
import { driveTemperature } from "./drive-temperature/definition";
import { driveWear } from "./drive-wear/definition";
import { driveWrites } from "./drive-writes/definition";
import { factorBars } from "./factor-bars/definition";
import { factorMap } from "./factor-map/definition";
import { histogramOverTime } from "./histogram-over-time/definition";
import { history } from "./history/definition";
import { loadCurve } from "./load-curve/definition";
import { loadSteps } from "./load-steps/definition";
import { latest } from "./nights/latest";
import { nightMap } from "./nights/map";
import { nightly } from "./nights/nightly";
import { nightVerdicts } from "./nights/verdicts";
import { optimalRebuild } from "./optimal-rebuild/definition";
import { overlay } from "./overlay/definition";
import { multiples } from "./overlay/multiples";
import { pairBars } from "./pair-bars/definition";
import { parallel } from "./parallel/definition";
import { percentiles } from "./percentiles/definition";
import { phases } from "./phases/definition";
import { preconditioning } from "./preconditioning/definition";
import { queueDepth } from "./queue-depth/definition";
import { raidScaling } from "./raid-scaling/definition";
import { rank } from "./rank/definition";
import { rateLatency } from "./rate-latency/definition";
import { repeats } from "./repeats/definition";
import { reportBars } from "./report-bars/definition";
import { reportHistogram } from "./report-histogram/definition";
import { reportLines } from "./report-lines/definition";
import { reportMatrix } from "./report-matrix/definition";
import { rounds } from "./rounds/definition";
import { runCourse } from "./run-course/definition";
import { scalingEfficiency } from "./scaling-efficiency/definition";
import { telemetry } from "./telemetry/definition";
import { threadQueue } from "./thread-queue/definition";
import { writeShareMap } from "./write-share/definition";
import { writeShareSlice } from "./write-share-slice/definition";

export const CHARTS = {
  [preconditioning.id]: preconditioning,
  [overlay.id]: overlay,
  [multiples.id]: multiples,
  [queueDepth.id]: queueDepth,
  [loadCurve.id]: loadCurve,
  [rateLatency.id]: rateLatency,
  [rounds.id]: rounds,
  [bars.id]: bars,
  [history.id]: history,
  [runCourse.id]: runCourse,
  [driveWear.id]: driveWear,
  [driveTemperature.id]: driveTemperature,
  [driveWrites.id]: driveWrites,
  [telemetry.id]: telemetry,
  [percentiles.id]: percentiles,
  [pairBars.id]: pairBars,
  [parallel.id]: parallel,
  [histogramOverTime.id]: histogramOverTime,
  [phases.id]: phases,
  [repeats.id]: repeats,
  [rank.id]: rank,
  [reportLines.id]: reportLines,
  [reportMatrix.id]: reportMatrix,
  [reportBars.id]: reportBars,
  [reportHistogram.id]: reportHistogram,
  [writeShareMap.id]: writeShareMap,
  [writeShareSlice.id]: writeShareSlice,
  [threadQueue.id]: threadQueue,
  [blockSize.id]: blockSize,
  [loadSteps.id]: loadSteps,
  [addressSpace.id]: addressSpace,
  [axisSweep.id]: axisSweep,
  [factorBars.id]: factorBars,
  [factorMap.id]: factorMap,
  [raidScaling.id]: raidScaling,
  [scalingEfficiency.id]: scalingEfficiency,
  [optimalRebuild.id]: optimalRebuild,
  [nightly.id]: nightly,
  [latest.id]: latest,
  [nightMap.id]: nightMap,
  [nightVerdicts.id]: nightVerdicts,
};
