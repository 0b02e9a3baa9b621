/** ECharts parts for parallel coordinates; registered where they are drawn, so that no other chart loads them. */
import { ParallelChart } from "echarts/charts";
import { ParallelComponent } from "echarts/components";
import { use } from "echarts/core";

use([ParallelChart, ParallelComponent]);
