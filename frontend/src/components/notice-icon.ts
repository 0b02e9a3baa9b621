/** The icon of each kind of notice and alert. */
import {
  IconActivityHeartbeat,
  IconAlertTriangle,
  IconChartArrowsVertical,
  IconCircleCheck,
  IconCircleX,
  IconDeviceSdCard,
  IconHourglass,
  IconPlugConnectedX,
  IconProgressCheck,
  type IconProps,
  IconStack3,
  IconUpload,
} from "@tabler/icons-react";
import type { ComponentType } from "react";
import type { Notice } from "@/api/types";

type Kind = Notice["kind"];

const ICONS: Partial<Record<Kind, ComponentType<IconProps>>> = {
  server_unreachable: IconPlugConnectedX,
  campaign_asks: IconHourglass,
  run_regression: IconChartArrowsVertical,
  run_not_steady: IconActivityHeartbeat,
  drive_failing: IconDeviceSdCard,
  drive_wearing_out: IconDeviceSdCard,
  array_not_optimal: IconStack3,
  run_failed: IconCircleX,
  run_finished: IconCircleCheck,
  run_steady: IconProgressCheck,
  import_finished: IconUpload,
  import_failed: IconUpload,
};
export function noticeIcon(kind: Kind): ComponentType<IconProps> {
  return ICONS[kind] ?? IconAlertTriangle;
}
