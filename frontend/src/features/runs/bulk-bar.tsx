/** The runs that are selected, and everything that can be done with all of them. */
import { Kbd } from "@mantine/core";
import {
  IconAlertTriangle,
  IconChartDots3,
  IconDownload,
  IconShare3,
  IconTag,
  IconTrash,
  IconX,
  type TablerIcon,
} from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { lazy, Suspense, useState } from "react";
import { useApi } from "@/api/context";
import { usePermissions } from "@/api/permissions";
import type { RunTableRequest } from "@/api/run-table";
import { requestShare, type ShareRequest } from "@/components/share-request";
import { MAX_KEY_CHARACTERS, MAX_VALUE_CHARACTERS } from "@/lib/labels";
import { queryOfRuns } from "@/lib/query-parts";
import { MAX_RUNS, writeRunList } from "@/lib/run-list";
import { runList } from "@/messages/run-list";
import { runValidity } from "@/messages/run-validity";
import { exportRuns } from "./export-runs";
import classes from "./runs.module.css";
import { MAX_SELECTED } from "./search";
import { type BulkOptions, useBulkActions } from "./use-bulk-actions";

const PromptDialog = lazy(() =>
  import("@/components/prompt-dialog").then((module) => ({ default: module.PromptDialog })),
);

const words = runList.bulk;
const LABEL = new RegExp(`^[^=;]{1,${MAX_KEY_CHARACTERS}}(=.{0,${MAX_VALUE_CHARACTERS}})?$`);

/** Return the request to share one run, or to compare several. */
function shareOf(selected: readonly string[]): ShareRequest {
  const [first = ""] = selected;
  if (selected.length === 1) return { subject: { kind: "run", run_id: first }, name: first, title: first };
  return {
    subject: { kind: "comparison", run_ids: [...selected] },
    name: words.selectedRuns(selected.length),
    title: words.comparedRuns(selected),
  };
}

export interface BulkBarProps extends BulkOptions {
  request: RunTableRequest;
}

export function BulkBar(props: BulkBarProps) {
  const { selected, select, request } = props;
  const api = useApi();
  const { operate } = usePermissions();
  const act = useBulkActions(props);
  const [dialog, setDialog] = useState<"label" | "invalid" | null>(null);
  const [isBusy, setBusy] = useState(false);
  const count = selected.length;
  const isTooMany = count > MAX_RUNS;
  const run = (action: () => Promise<unknown>) => {
    setBusy(true);
    return action().finally(() => setBusy(false));
  };
  const close = () => setDialog(null);
  return (
    <section className={classes.bar} aria-label={words.label} aria-busy={isBusy || undefined}>
      <span role="status">{count >= MAX_SELECTED ? words.limit(MAX_SELECTED) : words.selected(count)}</span>
      {isTooMany ? (
        <button type="button" className={classes.act} disabled title={words.compareHint(MAX_RUNS)}>
          <Icon of={IconChartDots3} />
          {words.compare}
        </button>
      ) : (
        <Link to="/workbench" search={{ runs: writeRunList(selected) }} className={`${classes.act} ${classes.primary}`}>
          <Icon of={IconChartDots3} />
          {words.compare}
          <Kbd aria-hidden="true">C</Kbd>
        </Link>
      )}
      {operate && <Act icon={IconTag} label={words.addLabel} isBusy={isBusy} act={() => setDialog("label")} />}
      {operate && (
        <Act icon={IconShare3} label={words.share} isBusy={isBusy} act={() => requestShare(shareOf(selected))} />
      )}
      <Act
        icon={IconDownload}
        label={words.export}
        isBusy={false}
        act={() => exportRuns(api, { ...request, group: undefined, q: queryOfRuns(selected) })}
      />
      {operate && (
        <>
          <Act icon={IconAlertTriangle} label={words.invalid} isIcon isBusy={isBusy} act={() => setDialog("invalid")} />
          <Act icon={IconTrash} label={words.trash} isIcon isBusy={isBusy} act={() => void run(act.trash)} />
        </>
      )}
      <Act icon={IconX} label={words.clear} isIcon isBusy={false} act={() => select([])} />
      <Suspense>
        {dialog === "label" && (
          <PromptDialog
            title={words.labelTitle(count)}
            fields={[
              {
                name: "label",
                label: words.labelField,
                hint: words.labelHint,
                missing: words.labelHint,
                matches: LABEL,
              },
            ]}
            confirmLabel={words.labelConfirm}
            keepLabel={words.cancel}
            close={close}
            confirm={({ label = "" }) => run(() => act.label(label))}
          />
        )}
        {dialog === "invalid" && (
          <PromptDialog
            title={words.invalidTitle(count)}
            explanation={runValidity.markExplain}
            fields={[{ name: "reason", label: runValidity.markReason, missing: runValidity.markReasonMissing }]}
            confirmLabel={runValidity.markConfirm}
            keepLabel={words.cancel}
            close={close}
            confirm={({ reason = "" }) => run(() => act.markInvalid(reason))}
          />
        )}
      </Suspense>
    </section>
  );
}

const Icon = ({ of: Drawn }: { of: TablerIcon }) => <Drawn size={16} stroke={1.75} aria-hidden="true" />;

interface ActProps {
  icon: TablerIcon;
  label: string;
  /** True if the icon has no text beside it. */
  isIcon?: boolean;
  isBusy: boolean;
  act: () => void;
}

function Act({ icon, label, isIcon = false, isBusy, act }: ActProps) {
  return (
    <button
      type="button"
      className={classes.act}
      disabled={isBusy}
      onClick={act}
      {...(isIcon && { "aria-label": label, title: label })}
    >
      <Icon of={icon} />
      {!isIcon && label}
    </button>
  );
}
