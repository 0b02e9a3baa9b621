/** What parallel coordinates need of ECharts: registered where they are drawn, so that no other chart carries them. */
import { ParallelChart } from "echarts/charts";
import { ParallelComponent } from "echarts/components";
import { use } from "echarts/core";

use([ParallelChart, ParallelComponent]);
