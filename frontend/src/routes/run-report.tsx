/** /runs/$ref/report: every plot and table of the SNIA test that a run carried out. */
import { RunReportPart } from "@/features/run/run-report-part";

export function RunReportRoute() {
  return <RunReportPart />;
}
