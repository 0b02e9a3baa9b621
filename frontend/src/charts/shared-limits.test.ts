import { expect, it } from "vitest";
import type { ChartOption } from "./definition";
import { commonLimits } from "./shared-limits";

const limits = (values: readonly number[], axis: object = {}) => {
  const option = {
    xAxis: [{ type: "category" }],
    yAxis: [{ type: "value", ...axis }],
    series: [{ type: "line", data: values.map((value, index) => [index, value]) }],
  } as unknown as ChartOption;
  return commonLimits(option).y[0];
};

it("are whole steps on both sides of zero where values are below it", () => {
  expect(limits([-20, 0, 140])).toEqual({ min: -50, max: 150, interval: 50 });
  expect(limits([-60, -10])).toEqual({ min: -60, max: 0, interval: 20 });
});

it("begin at zero where no value is below it", () => {
  expect(limits([0, 140])).toEqual({ min: 0, max: 150, interval: 50 });
  expect(limits([5, 140], { min: 0 })).toEqual({ max: 150, interval: 50 });
});
