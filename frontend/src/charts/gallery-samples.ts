/** Samples by the id of the chart, from the folders of charts and the modules of several. Only the gallery may load them. */
import type { Sample } from "./sample";

const files = import.meta.glob<readonly Sample[]>(["./*/sample.ts", "./samples*.ts"], {
  eager: true,
  import: "samples",
});

export const SAMPLES: Readonly<Record<string, Sample[1]>> = Object.fromEntries(Object.values(files).flat());
