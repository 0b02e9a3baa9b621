/** Dashboards for tests. */
import type { Dashboard, WorkbenchPanel } from "@/api/types";

export function aPanel(values: Partial<WorkbenchPanel> = {}): WorkbenchPanel {
  return {
    id: "p1",
    chart: "bars",
    metric: "iops",
    workload: null,
    phase: null,
    factors: [],
    axis: null,
    options: { interval: true, knee: true, link_limit: false, end_value: true, log: false, ratio: false },
    x: 0,
    y: 0,
    w: 6,
    h: 10,
    ...values,
  };
}

export function aDocument(values: Partial<Dashboard["document"]> = {}): Dashboard["document"] {
  return {
    version: 1,
    entries: { runs: ["r-1", "r-2"] },
    baseline: null,
    hidden: [],
    colours: {},
    grouped_by: null,
    group_colours: false,
    pooled: true,
    numbers: "absolute",
    linked: true,
    align: "start",
    range: null,
    panels: [aPanel()],
    ...values,
  };
}

export function aDashboard(values: Partial<Dashboard> = {}): Dashboard {
  return {
    id: "dashboard-1",
    number: "b-1",
    name: "RAID levels",
    colour: 2,
    document: aDocument(),
    shared: false,
    owner: "ada",
    is_own: true,
    can_change: true,
    pin_position: null,
    created_at: "2026-11-20T10:00:00Z",
    updated_at: "2026-11-21T10:00:00Z",
    updated_by: "ada",
    trashed_at: null,
    ...values,
  };
}
