/** Sample data of the history chart: ten nights, a firmware update before the sixth. */

import { sampleOf } from "../sample";
import { history } from "./definition";
import type { HistoryData } from "./option";

export function historySample(): HistoryData {
  const values = [100_000, 101_000, 99_000, 100_500, null, 80_000, 81_000, 79_000, 80_500, 80_000];
  return {
    metric: "iops",
    workload: "4 KiB random write",
    points: values.map((value, index) => ({
      run: `r-${index + 1}`,
      at: `2026-11-${String(index + 1).padStart(2, "0")}T01:00:00Z`,
      value,
    })),
    marks: [
      { index: 5, kind: "configuration", label: "Firmware of the controller: 8.4 to 8.5" },
      { index: 5, kind: "level", label: "\u221220 %" },
    ],
  };
}

export const samples = [sampleOf(history, historySample)];
