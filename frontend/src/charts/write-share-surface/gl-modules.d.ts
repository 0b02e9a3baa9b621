/** ECharts GL comes without types; these are the parts that are registered. */
declare module "echarts-gl/charts" {
  export const SurfaceChart: (registers: unknown) => void;
}
declare module "echarts-gl/components" {
  export const Grid3DComponent: (registers: unknown) => void;
}
