/** Anything beside anything: the entries on the left, what differs on top, and a grid of panels. */
import { ActionIcon, Button, Drawer, Skeleton } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { IconArrowBackUp, IconArrowForwardUp, IconListDetails } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useCallback, useDeferredValue, useEffect, useMemo, useRef, useState } from "react";
import { useApi } from "@/api/context";
import { dashboardQuery } from "@/api/dashboards";
import { usePermissions } from "@/api/permissions";
import { runCountQuery } from "@/api/run-table";
import type { FigureAct } from "@/charts/figure-menu";
import { panelTitle } from "@/charts/panels";
import { isOverTime, NUMBERS, type Panel, type TimeSpan } from "@/charts/workbench/document";
import { coloursWithout, hiddenAfter, hiddenBesides, hiddenByValue, nextBaseline } from "@/charts/workbench/entries";
import { moved, rearranged, resized, settled, without, withPanel } from "@/charts/workbench/grid";
import { ButtonLink } from "@/components/link";
import { ErrorNotice } from "@/components/notice";
import { EmptyState, PageHeader } from "@/components/page";
import { SERIES_METRICS } from "@/lib/generated/metric-table";
import { rememberWorkbench } from "@/lib/last-workbench";
import { MAX_RUNS } from "@/lib/run-list";
import { figure } from "@/messages/figure";
import { workbench as words } from "@/messages/workbench";
import { Segmented } from "@/parts/segmented";
import { toast } from "@/shell/toasts";
import type { Workbench, WorkbenchSearch } from "./address";
import { EmptyWorkbench } from "./empty-workbench";
import { FactorBar } from "./factor-bar";
import { FindingMatches } from "./finding-matches";
import { Inspector } from "./inspector";
import { PanelRange } from "./panel-context";
import { loadPanels, PanelGrid } from "./panel-grid";
import { Rail } from "./rail";
import { SaveAsButton, SaveButton } from "./save-dashboard";
import { ShareWorkbench, useShareWorkbench } from "./share-workbench";
import { usePanelContext } from "./use-panel-context";
import { usePictureAddress, useStoredAddress } from "./use-stored-address";
import { type Go, useWorkbench } from "./use-workbench";
import { useWorkbenchData } from "./use-workbench-data";
import { useWorkbenchKeys } from "./use-workbench-keys";
import classes from "./workbench.module.css";

const EditGrid = lazy(() => import("./edit-grid").then((module) => ({ default: module.EditGrid })));

const AddPublished = lazy(() => import("./add-published").then((module) => ({ default: module.AddPublished })));

const AT_ONCE = { getInitialValueInEffect: false };
const NO_ACTS: readonly FigureAct[] = [];

export interface WorkbenchPageProps {
  search: WorkbenchSearch;
  /** The panel that is edited; null for none. */
  edited: string | null;
  /** Number of the dashboard that it was opened from; null for none. */
  dashboard: string | null;
  /** Keep both stable. */
  go: Go;
  edit: (panel: string | null) => void;
}

export function WorkbenchPage(props: WorkbenchPageProps) {
  const { go } = props;
  const { search, failed } = useStoredAddress(props.search, go);
  const open = (query: string) => go({ query }, { replace: false });
  if (!search) {
    return (
      <div className={classes.body}>
        <PageHeader title={words.title} />
        {failed ? (
          <div className={classes.notices}>
            <ErrorNotice error={failed.error} retry={failed.retry} />
          </div>
        ) : (
          <GridSkeleton />
        )}
      </div>
    );
  }
  const openRuns = (runs: readonly string[]) => go({ runs: runs.join(",") }, { replace: false });
  if (search.runs === undefined && search.query === undefined) {
    return <EmptyWorkbench open={open} openRuns={openRuns} query="" />;
  }
  return <FilledWorkbench {...props} search={search} />;
}

function FilledWorkbench({ search, edited, dashboard, go, edit }: WorkbenchPageProps) {
  const { workbench, change, undo, redo } = useWorkbench(search, go);
  const data = useWorkbenchData(workbench);
  const { comparison, entries, references, failed } = data;
  const { operate } = usePermissions();
  const opened = useQuery({ ...dashboardQuery(useApi(), dashboard ?? ""), enabled: dashboard !== null });
  const hasRail = useMediaQuery("(min-width: 1100px)", undefined, AT_ONCE) ?? true;
  const isPhone = useMediaQuery("(max-width: 640px)", undefined, AT_ONCE) ?? false;
  const [isSheetOpen, setSheetOpen] = useState(false);
  const [isPublishedOpen, setPublishedOpen] = useState(false);
  const pointed = useRef<string | null>(null);
  useEffect(loadPanels, []);
  // On other pages more runs can be added to it. Runs that are unknown are not remembered.
  useEffect(() => {
    if (comparison) rememberWorkbench({ search, runs: references });
  }, [comparison, search, references]);

  const panels = useMemo(() => (data.panels ? settled(data.panels) : null), [data.panels]);
  const editedPanel = (!isPhone && panels?.find(({ id }) => id === edited)) || null;
  const { numbers, linked: isLinked } = workbench;
  const zoom = useCallback((next: TimeSpan | null) => change({ range: next }, { isStep: false }), [change]);
  const present = useMemo(() => panels && { ...workbench, panels }, [workbench, panels]);
  const address = usePictureAddress(present);
  // Charts follow in slices, between which the page answers.
  const drawnRange = useDeferredValue(workbench.range);
  const context = usePanelContext(data, workbench, zoom, workbench.entries, address);

  const setPanels = (next: readonly Panel[]) => change({ panels: next });
  const addPanel = (panel: Parameters<typeof withPanel>[1] = { chart: "bars" }) => {
    const added = withPanel(panels ?? [], panel);
    if (!added) {
      toast.error({ title: words.editor.full });
      return;
    }
    setPanels(added.panels);
    edit(added.id);
  };
  const duplicate = ({ id: _, x: _x, y, ...panel }: Panel) => addPanel({ ...panel, y: y + panel.h });
  const removePanel = (panel: Panel) => {
    if (!panels) return;
    if (edited === panel.id) edit(null);
    setPanels(without(panels, panel.id));
    toast.success({ title: words.editor.removed(panelTitle(panel)), undo: () => change({ panels }) });
  };
  const { mutate: share } = useShareWorkbench();
  const sharePanel = ({ id }: Panel) => present && share({ document: present, panel: id });
  const acts = useRef({ edit, duplicate, removePanel, sharePanel });
  useEffect(() => {
    acts.current = { edit, duplicate, removePanel, sharePanel };
  });
  const actsByPanel = useRef(new WeakMap<Panel, readonly FigureAct[]>());
  /** Keep the actions stable for one panel, so that its chart is not rebuilt. */
  const actsOf = useCallback(
    (panel: Panel): readonly FigureAct[] => {
      if (isPhone) return NO_ACTS;
      const before = actsByPanel.current.get(panel);
      if (before) return before;
      const made = [
        { label: words.editor.edit, run: () => acts.current.edit(panel.id), shortcut: "E" },
        { label: words.editor.duplicate, run: () => acts.current.duplicate(panel) },
        { label: words.editor.remove, run: () => acts.current.removePanel(panel) },
        ...(operate ? [{ label: figure.share, run: () => acts.current.sharePanel(panel) }] : []),
      ];
      actsByPanel.current.set(panel, made);
      return made;
    },
    [isPhone, operate],
  );

  const toggle = (key: string, solo: boolean) => change({ hidden: hiddenAfter(entries, key, solo) });
  const setBaseline = (key: string) => change({ baseline: key });
  useWorkbenchKeys(
    {
      baseline: () => {
        const next = pointed.current ?? nextBaseline(entries);
        if (next !== null) setBaseline(next);
      },
      hide: () => pointed.current !== null && toggle(pointed.current, false),
      solo: () => pointed.current !== null && toggle(pointed.current, true),
      add: () => !isPhone && addPanel(),
      numbers: () => change({ numbers: NUMBERS[(NUMBERS.indexOf(numbers) + 1) % NUMBERS.length] ?? "absolute" }),
      edit: () => !isPhone && edit(editedPanel ? null : (panels?.[0]?.id ?? null)),
      undo: () => undo?.(),
      redo: () => redo?.(),
      move: (by) => editedPanel && panels && setPanels(moved(panels, editedPanel.id, by)),
      resize: (by) => editedPanel && panels && setPanels(resized(panels, editedPanel.id, by)),
    },
    editedPanel !== null,
  );

  const leftOut = useLeftOut(workbench, references.length, search.left);
  const isChosen = "runs" in workbench.entries;
  const setRuns = (runs: readonly string[]) => change({ entries: { runs } });
  const rail = comparison && (
    <Rail
      comparison={comparison}
      entries={entries}
      references={references}
      pooled={workbench.pooled}
      metrics={SERIES_METRICS.filter((name) => panels?.some(({ metric }) => metric === name))}
      query={"query" in workbench.entries ? workbench.entries.query : null}
      add={isChosen ? (run) => setRuns([...references, run]) : null}
      addPublished={isChosen && operate ? () => setPublishedOpen(true) : null}
      remove={
        isChosen && entries.length > 1
          ? ({ key, runs }) =>
              change({
                entries: {
                  runs: references.filter(
                    (reference) => !runs.some(({ number, id }) => reference === number || reference === id),
                  ),
                },
                colours: coloursWithout(comparison, workbench.colours, key),
              })
          : null
      }
      toggle={toggle}
      showAll={() => change({ hidden: [] })}
      setBaseline={setBaseline}
      setPooled={(pooled) => change({ pooled })}
      grouping={workbench}
      ungroup={() => change({ grouped_by: null })}
      point={(key) => {
        pointed.current = key;
      }}
    />
  );
  const own = opened.data?.can_change ? opened.data : null;
  const shownCount = entries.filter(({ shown }) => shown).length;
  return (
    <div className={classes.page} data-editing={editedPanel !== null || undefined} data-rail={hasRail || undefined}>
      {hasRail && (
        <aside className={classes.rail} aria-label={words.rail.title}>
          {rail || <RailSkeleton rows={references.length} />}
        </aside>
      )}
      <Suspense>
        {isPublishedOpen && (
          <AddPublished
            references={references}
            add={(runs) => setRuns([...new Set([...references, ...runs])].slice(0, MAX_RUNS))}
            close={() => setPublishedOpen(false)}
          />
        )}
      </Suspense>
      <div className={classes.body}>
        <PageHeader
          title={words.title}
          documentTitle={words.documentTitle(references.join(", "))}
          primary={
            own ? (
              <SaveButton key={own.number} dashboard={own} document={present} />
            ) : (
              <SaveAsButton document={opened.isLoading ? null : present} variant="filled" />
            )
          }
          actions={
            <>
              {own && <SaveAsButton document={present} variant="default" />}
              <Segmented
                label={words.numbers}
                options={NUMBERS.map((value) => ({ value, label: words.numbersOf[value] }))}
                value={numbers}
                change={(value) => change({ numbers: value })}
              />
              <span className={classes.pair}>
                <HistoryButton label={words.undo} act={undo} Icon={IconArrowBackUp} />
                <HistoryButton label={words.redo} act={redo} Icon={IconArrowForwardUp} />
              </span>
              {operate && <ShareWorkbench document={present} />}
            </>
          }
        />
        {failed && !comparison ? (
          <div className={classes.notices}>
            <ErrorNotice error={failed.error} retry={failed.retry} />
            {isChosen && references.length > 1 && <RequestedRuns references={references} keep={setRuns} />}
          </div>
        ) : data.foundNothing ? (
          <div className={classes.notices}>
            <EmptyState title={words.foundNothing}>
              <ButtonLink variant="default" to="/workbench">
                {words.otherRuns}
              </ButtonLink>
            </EmptyState>
          </div>
        ) : (
          <>
            {comparison ? (
              <FactorBar
                comparison={comparison}
                entries={entries}
                show={(keys, isShown) => change({ hidden: hiddenByValue(entries, keys, isShown) })}
                showOnly={(keys) => change({ hidden: hiddenBesides(entries, keys) })}
                grouping={workbench}
                setGrouping={change}
                isLinked={isLinked}
                setLinked={(linked) => change({ linked })}
                align={workbench.align}
                setAlign={
                  panels?.some(({ chart }) => isOverTime(chart)) ? (align) => change({ align, range: null }) : null
                }
                addPanel={isPhone || !panels ? null : () => addPanel()}
                before={
                  !hasRail && (
                    <Button
                      variant="default"
                      size="xs"
                      leftSection={<IconListDetails size={14} stroke={1.75} aria-hidden="true" />}
                      onClick={() => setSheetOpen(true)}
                    >
                      {words.rail.open(shownCount, entries.length)}
                    </Button>
                  )
                }
              />
            ) : (
              <div className={classes.factorBar} aria-hidden="true" />
            )}
            {leftOut && (
              <p className={classes.leftOut} role="status">
                {leftOut}
              </p>
            )}
            {failed && (
              <div className={classes.notices}>
                <ErrorNotice error={failed.error} retry={failed.retry} />
              </div>
            )}
            {!failed && !panels && <GridSkeleton />}
            {panels?.length === 0 && (
              <div className={classes.notices}>
                <EmptyState title={words.noPanels}>
                  <Button variant="default" onClick={() => change({ panels: null })}>
                    {words.suggested}
                  </Button>
                </EmptyState>
              </div>
            )}
            {panels && (
              <PanelRange value={drawnRange}>
                {editedPanel ? (
                  <Suspense fallback={<PanelGrid panels={panels} context={context} actsOf={actsOf} />}>
                    <EditGrid
                      panels={panels}
                      context={context}
                      actsOf={actsOf}
                      edited={editedPanel.id}
                      select={edit}
                      arrange={(places) => setPanels(rearranged(panels, places))}
                    />
                  </Suspense>
                ) : (
                  <PanelGrid panels={panels} context={context} actsOf={actsOf} />
                )}
              </PanelRange>
            )}
            {comparison && !editedPanel && <FindingMatches runs={references} />}
          </>
        )}
      </div>
      {editedPanel && context && panels && (
        <Inspector
          panel={editedPanel}
          context={context}
          change={(changes) =>
            setPanels(panels.map((panel) => (panel.id === editedPanel.id ? { ...panel, ...changes } : panel)))
          }
          duplicate={() => duplicate(editedPanel)}
          remove={() => removePanel(editedPanel)}
          close={() => edit(null)}
        />
      )}
      {!hasRail && (
        <Drawer
          opened={isSheetOpen}
          onClose={() => setSheetOpen(false)}
          title={words.rail.title}
          position={isPhone ? "bottom" : "left"}
          size={isPhone ? "80%" : 320}
          closeButtonProps={{ "aria-label": words.rail.close }}
          zIndex="var(--sl-z-dialog)"
        >
          <div className={classes.sheet}>{rail}</div>
        </Drawer>
      )}
    </div>
  );
}

/** Return one line about the requested runs that the workbench does not show; null if it shows all. */
function useLeftOut({ entries }: Workbench, shown: number, left: number | undefined): string | null {
  const query = "query" in entries ? entries : null;
  const isFull = query !== null && shown === query.newest;
  const counted = useQuery({ ...runCountQuery(useApi(), query?.query || undefined), enabled: isFull });
  if (query === null) return left === undefined ? null : words.leftOut(shown, left);
  const total = isFull ? (counted.data ?? 0) : 0;
  return total > shown ? words.newestOf(shown, total) : null;
}

interface HistoryButtonProps {
  label: string;
  act: (() => void) | null;
  Icon: typeof IconArrowBackUp;
}

function HistoryButton({ label, act, Icon }: HistoryButtonProps) {
  return (
    <ActionIcon variant="subtle" size={30} aria-label={label} title={label} disabled={!act} onClick={() => act?.()}>
      <Icon size={17} stroke={1.75} aria-hidden="true" />
    </ActionIcon>
  );
}

/** Show the requested runs if they cannot be compared: one unknown run must not hide the others. */
function RequestedRuns({
  references,
  keep,
}: {
  references: readonly string[];
  keep: (runs: readonly string[]) => void;
}) {
  return (
    <ul className={classes.asked}>
      {references.map((reference) => (
        <li key={reference}>
          {reference}
          <Button
            variant="default"
            size="compact-xs"
            aria-label={words.rail.remove(reference)}
            onClick={() => keep(references.filter((other) => other !== reference))}
          >
            {words.removeShort}
          </Button>
        </li>
      ))}
    </ul>
  );
}

function RailSkeleton({ rows }: { rows: number }) {
  return (
    <div className={classes.railSkeleton} aria-busy="true">
      {Array.from({ length: Math.max(rows, 1) }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: nothing else tells them apart.
        <Skeleton key={row} height={34} />
      ))}
    </div>
  );
}

/** As large as two panels of the first row and one of the next. */
function GridSkeleton() {
  return (
    <div className={classes.gridSkeleton} aria-busy="true">
      <Skeleton height={296} />
      <Skeleton height={296} />
      <Skeleton height={296} />
    </div>
  );
}
