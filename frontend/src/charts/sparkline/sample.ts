/** Five minutes of a run that stalls once and of which some readings are missing. */
import type { SparklineData } from "./option";

export function sparklineSample(): SparklineData {
  const steps = Array.from({ length: 60 }, (_, index) => index);
  return {
    metric: "iops",
    t_ms: steps.map((step) => 600_000 + step * 5000 + 2500),
    values: steps.map((step) => {
      if (step >= 20 && step < 24) return null;
      return step === 41 ? 4000 : 32_000 + 4000 * Math.sin(step / 4);
    }),
    step_ms: 5000,
  };
}
