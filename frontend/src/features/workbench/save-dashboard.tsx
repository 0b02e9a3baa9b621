/** Saves a workbench: as a new dashboard, or over the one that it was opened from. */
import { Button, Group, Stack, Switch, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { useApi } from "@/api/context";
import { changeDashboard, dashboardsKey, saveDashboard } from "@/api/dashboards";
import { usePermissions } from "@/api/permissions";
import type { ChangedDashboard, Dashboard, NewDashboard } from "@/api/types";
import { sentDocument, type WorkbenchDocument } from "@/charts/workbench/document";
import { LONGEST_NAME } from "@/components/dashboard-acts";
import { Dialog } from "@/components/dialog";
import { fieldErrors } from "@/components/field-errors";
import { ErrorNotice } from "@/components/notice";
import { Overtaken, overtakenFields, useSeen } from "@/components/overtaken";
import { shortAge } from "@/lib/short-times";
import { messages } from "@/messages";
import { dashboards as words } from "@/messages/dashboards";
import { toast } from "@/shell/toasts";
import { writeWorkbench } from "./address";
import classes from "./workbench.module.css";

const COLOURS = [0, 1, 2, 3, 4, 5, 6, 7] as const;

/** As the lab takes it, which changes nothing of it. */

/** Shows a dashboard that was just saved. */
function useShowSaved() {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  return async ({ number }: Dashboard) => {
    await queryClient.invalidateQueries({ queryKey: dashboardsKey });
    await navigate({ to: "/dashboards/$ref", params: { ref: number } });
  };
}

export interface SaveButtonProps {
  /** Null while its panels are not known. */
  document: WorkbenchDocument | null;
  variant?: "filled" | "default";
  size?: "xs" | "sm";
}

/** Save a new dashboard; a dialog requests a name first. */
export function SaveAsButton({ document, variant = "filled", size = "sm" }: SaveButtonProps) {
  const [isDialogOpen, setDialogOpen] = useState(false);
  return (
    <>
      <Button variant={variant} size={size} disabled={!document} onClick={() => setDialogOpen(true)}>
        {words.saveAs}
      </Button>
      {isDialogOpen && document && <SaveDialog document={document} close={() => setDialogOpen(false)} />}
    </>
  );
}

function SaveDialog({ document, close }: { document: WorkbenchDocument; close: () => void }) {
  const api = useApi();
  const { operate } = usePermissions();
  const showSaved = useShowSaved();
  const form = useForm({
    initialValues: { name: "", colour: 0, shared: false },
    validate: { name: (name) => (name.trim() === "" ? words.nameMissing : null) },
  });
  const { mutate, isPending, error } = useMutation({
    mutationFn: ({ name, colour, shared }: typeof form.values) =>
      saveDashboard(api, { name: name.trim(), colour, shared, document: sentDocument(document) }),
    onSuccess: async (saved) => {
      toast.success({ title: words.saved(saved.name) });
      close();
      await showSaved(saved);
    },
    onError: (refusal) => form.setErrors(fieldErrors(refusal)),
  });
  return (
    <Dialog onClose={close} title={words.saveAs} closeButtonProps={{ "aria-label": words.cancel }}>
      <form onSubmit={form.onSubmit((values) => mutate(values))} noValidate>
        <Stack gap={16}>
          <TextInput
            label={words.name}
            required
            autoComplete="off"
            maxLength={LONGEST_NAME}
            data-autofocus
            {...form.getInputProps("name")}
          />
          <ColourChoice value={form.values.colour} change={(colour) => form.setFieldValue("colour", colour)} />
          {operate && <Switch label={words.shared} {...form.getInputProps("shared", { type: "checkbox" })} />}
          {error && <ErrorNotice error={error} />}
          <Group justify="flex-end" gap={8}>
            <Button variant="default" onClick={close}>
              {words.cancel}
            </Button>
            <Button type="submit" loading={isPending}>
              {words.save}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}

function ColourChoice({ value, change }: { value: number; change: (colour: number) => void }) {
  return (
    <fieldset className={classes.colours}>
      <legend>{words.colour}</legend>
      {COLOURS.map((colour) => (
        <input
          key={colour}
          type="radio"
          name="colour"
          aria-label={words.colourOf(colour + 1)}
          checked={colour === value}
          style={{ background: `var(--sl-series-${colour + 1})` }}
          onChange={() => change(colour)}
        />
      ))}
    </fieldset>
  );
}

/** Save over the dashboard. If another person has changed it meanwhile, show that before anything is overwritten. */
export function SaveButton({
  dashboard,
  document,
  variant = "filled",
  size = "sm",
}: SaveButtonProps & { dashboard: Dashboard }) {
  const { number, name } = dashboard;
  const [isCopying, setCopying] = useState(false);
  const navigate = useNavigate();
  const api = useApi();
  const queryClient = useQueryClient();
  const showSaved = useShowSaved();
  const { seen, overtaken, withBefore, takeUp } = useSeen(dashboard);
  const reread = () => queryClient.invalidateQueries({ queryKey: dashboardsKey });
  const { mutate, reset, isPending, error } = useMutation({
    mutationFn: (whole: NewDashboard["document"]) => changeDashboard(api, number, withBefore({ document: whole })),
    onSuccess: async (saved) => {
      const takeBack = { document: seen.document, before: { document: saved.document } } as ChangedDashboard;
      toast.success({ title: words.saved(name), undo: () => changeDashboard(api, number, takeBack).then(reread) });
      await showSaved(saved);
    },
    onError: async (refusal) => {
      if (overtakenFields(refusal).length === 0) return;
      await reread();
      takeUp(refusal);
    },
  });
  const reload = () => {
    reset();
    void navigate({ to: "/workbench", search: { ...writeWorkbench(dashboard.document), dashboard: number } });
  };
  const age = messages.ago(shortAge(new Date(dashboard.updated_at), new Date()));
  const lastChange = words.changedBy(dashboard.updated_by, age);
  const save = () => {
    if (document) mutate(sentDocument(document));
  };
  return (
    <>
      <Button variant={variant} size={size} disabled={!document} loading={isPending} onClick={save}>
        {words.save}
      </Button>
      {error && !isPending && (
        <Dialog onClose={reset} title={words.notSaved(name)} closeButtonProps={{ "aria-label": words.cancel }}>
          <Stack gap={16}>
            {overtaken.length > 0 ? (
              <Overtaken currentValues={[]} hint={`${lastChange} ${words.overwriteHint}`} />
            ) : (
              <ErrorNotice error={error} />
            )}
            <Group justify="flex-end" gap={8}>
              {overtaken.length > 0 ? (
                <>
                  <Button variant="default" onClick={reload}>
                    {words.reload}
                  </Button>
                  <Button variant="default" onClick={() => setCopying(true)}>
                    {words.saveCopy}
                  </Button>
                  <Button onClick={save}>{words.overwrite}</Button>
                </>
              ) : (
                <Button variant="default" onClick={reset}>
                  {words.cancel}
                </Button>
              )}
            </Group>
          </Stack>
        </Dialog>
      )}
      {isCopying && document && <SaveDialog document={document} close={() => setCopying(false)} />}
    </>
  );
}
