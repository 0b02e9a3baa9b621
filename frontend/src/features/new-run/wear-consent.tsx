/** The consent to wear drives more than the lab lets one job do unasked; shown only where a plan does. */
import { Checkbox } from "@mantine/core";
import type { Plan } from "@/api/types";
import { formatPercent } from "@/lib/units";
import { wear as words } from "@/messages/jobs";

interface WearConsentProps {
  plan: Plan | undefined;
  accepted: boolean;
  accept: (accepted: boolean) => void;
}

export function WearConsent({ plan, accepted, accept }: WearConsentProps) {
  if (!plan || !isOverBudget(plan)) return null;
  return (
    <Checkbox
      label={words.accept}
      description={words.acceptHint(formatPercent(plan.wear_budget_percent))}
      checked={accepted}
      onChange={(event) => accept(event.currentTarget.checked)}
      my={8}
    />
  );
}

function isOverBudget({ endurance, wear_budget_percent }: Plan): boolean {
  const budget = wear_budget_percent ?? Number.POSITIVE_INFINITY;
  return (endurance ?? []).some(({ typical_percent, max_percent }) => (max_percent ?? typical_percent ?? 0) > budget);
}
