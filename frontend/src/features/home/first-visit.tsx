/** Home of a new lab: a demo to look at, the steps to a curve of one's own, and the stories of the demo data. */
import { Button } from "@mantine/core";
import { IconTrash } from "@tabler/icons-react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useApi } from "@/api/context";
import { usePermissions } from "@/api/permissions";
import { removeDemoData, restoreDemoData } from "@/api/session";
import type { Overview } from "@/api/types";
import { InTopBar, useHasPlace } from "@/components/top-bar";
import { home } from "@/messages/home";
import { toast } from "@/shell/toasts";
import { DemoReplay } from "./demo-replay";
import { DemoTour } from "./demo-tour";
import { FirstSteps, type FirstStepsProps } from "./first-steps";
import classes from "./first-visit.module.css";

const words = home.first;

export interface FirstVisitProps extends Omit<FirstStepsProps, "overview"> {
  overview: Overview;
  /** How many runs of demo data there are. */
  demoRuns: number;
}

export function FirstVisit({ overview, demoRuns, ...open }: FirstVisitProps) {
  const { operate } = usePermissions();
  const barHasActions = useHasPlace("actions");
  const hasDemo = demoRuns > 0;
  const remove = hasDemo && operate && <RemoveDemo />;
  return (
    <div className={classes.page}>
      {remove && barHasActions && <InTopBar place="actions">{remove}</InTopBar>}
      <header className={classes.lead}>
        <h1>{words.headline}</h1>
        <span className={classes.note}>{words.note}</span>
      </header>
      <div className={classes.hero} data-alone={hasDemo ? undefined : true}>
        {hasDemo && <DemoReplay />}
        <FirstSteps overview={overview} {...open} />
      </div>
      {hasDemo && <DemoTour count={demoRuns} />}
      {remove && !barHasActions && <div>{remove}</div>}
    </div>
  );
}

/** One click, which a toast can take back. */
function RemoveDemo() {
  const api = useApi();
  const queryClient = useQueryClient();
  const refresh = () =>
    Promise.all([["demo-data"], ["runs"]].map((queryKey) => queryClient.invalidateQueries({ queryKey })));
  const remove = useMutation({
    mutationFn: () => removeDemoData(api),
    onSuccess: async ({ removed_count, preserved_runs }) => {
      toast.success({
        title: words.removed(removed_count),
        detail: preserved_runs.length > 0 ? words.preserved(preserved_runs.join(", ")) : undefined,
        undo: async () => {
          await restoreDemoData(api);
          await refresh();
        },
      });
      await refresh();
    },
    onError: (error) => toast.error({ title: words.notRemoved, detail: error.message }),
  });
  return (
    <Button
      variant="subtle"
      leftSection={<IconTrash size={15} stroke={1.75} aria-hidden="true" />}
      loading={remove.isPending}
      onClick={() => remove.mutate()}
    >
      {words.removeDemo}
    </Button>
  );
}
