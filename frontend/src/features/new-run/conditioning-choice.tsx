/** Choice to repeat phases that only restore the present state of the drives, with the savings of leaving them out. */
import type { Plan } from "@/api/types";
import { ChoiceCards } from "@/components/choice-cards";
import { formatDuration } from "@/lib/units";
import { conditioning as words } from "@/messages/conditioning";
import { isOnDrives } from "./draft";
import { fieldId } from "./field-id";
import type { StepProps } from "./new-run";
import classes from "./new-run.module.css";

/** Shown where there is a choice: on drives that no preparation changes. */
export function ConditioningChoice({ draft, change, errors, plan }: StepProps & { plan: Plan | undefined }) {
  const saved = plan?.reuse_saves_seconds ?? null;
  const chosen = draft.conditioning ?? "redo";
  if (!isOnDrives(draft) || (saved === null && chosen === "redo")) return null;
  return (
    <div className={classes.conditioning} id={fieldId("conditioning")} tabIndex={-1}>
      <strong>{words.title}</strong>
      <ChoiceCards
        label={words.title}
        value={chosen}
        onChange={(choice) => change({ conditioning: choice === "reuse" ? "reuse" : undefined })}
        error={errors.conditioning}
        choices={[
          { value: "redo", title: words.redo, detail: words.redoDetail },
          {
            value: "reuse",
            title: words.reuse,
            detail: saved ? words.saves(formatDuration(saved)) : words.savesNothing,
          },
        ]}
      />
    </div>
  );
}
