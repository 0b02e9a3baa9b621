/** The labels of a thing, and for operators the ways to add and to remove one. */
import { Button, CloseButton } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { lazy, type ReactNode, Suspense } from "react";
import { useApi } from "@/api/context";
import { changeLabels, type LabelChange, type LabelledKind, rereadLabels } from "@/api/labels";
import { usePermissions } from "@/api/permissions";
import { type LabelValues, labelTexts } from "@/lib/labels";
import { labels as words } from "@/messages/labels";
import { toast } from "@/shell/toasts";
import classes from "./labels.module.css";
import { ErrorNotice } from "./notice";
import { Tag } from "./tag";

const AddLabel = lazy(() => import("./add-label").then((module) => ({ default: module.AddLabel })));

export interface LabelsProps {
  kind: LabelledKind;
  /** Number or id. */
  reference: string;
  labels: LabelValues;
  /** Other actions on the thing, at the end of the row. */
  children?: ReactNode;
}

export function Labels({ kind, reference, labels, children }: LabelsProps) {
  const api = useApi();
  const queryClient = useQueryClient();
  const { operate } = usePermissions();
  const change = useMutation({
    mutationFn: (wanted: LabelChange) => changeLabels(api, kind, reference, wanted),
    onSuccess: async (_, { add, remove }) => {
      const [added, removed] = [add?.[0], remove?.[0]];
      const takeBack = async (wanted: LabelChange) => {
        await changeLabels(api, kind, reference, wanted);
        await rereadLabels(queryClient, kind);
      };
      if (added) toast.success({ title: words.added(added), undo: () => takeBack({ remove: [added] }) });
      else if (removed) toast.success({ title: words.removed(removed), undo: () => takeBack({ add: [removed] }) });
      await rereadLabels(queryClient, kind);
    },
  });
  const shown = labelTexts(labels);
  if (shown.length === 0 && !operate) return null;
  return (
    <section aria-label={words.title}>
      <div className={classes.labels}>
        {shown.length > 0 && (
          <ul className={classes.list} aria-label={words.title}>
            {shown.map((label) => (
              <li key={label}>
                <Tag label={label} />
                {operate && (
                  <CloseButton
                    size="sm"
                    aria-label={words.remove(label)}
                    onClick={() => change.mutate({ remove: [label] })}
                  />
                )}
              </li>
            ))}
          </ul>
        )}
        {operate && (
          <Suspense fallback={<AddLabelPlace />}>
            <AddLabel taken={shown} add={(label) => change.mutateAsync({ add: [label] })} />
          </Suspense>
        )}
        {children && <div className={classes.others}>{children}</div>}
      </div>
      {change.error && <ErrorNotice error={change.error} />}
    </section>
  );
}

/** Just as large as what adds a label: the row beside it may need the width to wrap, and would push the page down. */
function AddLabelPlace() {
  return (
    <Button variant="default" size="xs" disabled>
      {words.add}
    </Button>
  );
}

/** Labels in a table. */
export function LabelList({ labels }: { labels: LabelValues }) {
  const shown = labelTexts(labels);
  if (shown.length === 0) return null;
  return (
    <ul className={classes.list} aria-label={words.title}>
      {shown.map((label) => (
        <li key={label}>
          <Tag label={label} />
        </li>
      ))}
    </ul>
  );
}
