/** The surface over share of writes and depth (C5), of one configuration or as the difference of two. */
import { sweeps as words } from "@/messages/sweeps";
import type { ChartDefinition } from "../definition";
import { writeShareHeight, writeShareOption } from "./option";
import type { WriteShareData } from "./surface";
import { describeWriteShare, writeShareTable } from "./table";

export const writeShareMap: ChartDefinition<WriteShareData> = {
  id: "write-share",
  title: words.titles.writeShare,
  height: writeShareHeight,
  option: writeShareOption,
  // The description gives the scale; there is nothing to show and hide.
  legend: () => [],
  describe: describeWriteShare,
  table: writeShareTable,
  zoomable: false,
};
