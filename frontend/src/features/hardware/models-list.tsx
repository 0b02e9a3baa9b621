/** The models of hardware with the facts that people added. */
import { Button } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { lazy, Suspense } from "react";
import { useApi } from "@/api/context";
import { hardwareModelList } from "@/api/hardware-models";
import { usePermissions } from "@/api/permissions";
import type { HardwareModel } from "@/api/types";
import type { LabColumn } from "@/components/lab-table/columns";
import { AnchorLink } from "@/components/link";
import { messages, word } from "@/messages";
import { hardware } from "@/messages/hardware";
import { models as words } from "@/messages/models";
import { HardwareList, type HardwarePageProps } from "./hardware-list";
import { enduranceText, powerText, priceText, writesText } from "./model-text";

const ModelDialog = lazy(() => import("./model-dialog").then((module) => ({ default: module.ModelDialog })));

const COLUMNS: readonly LabColumn<HardwareModel>[] = [
  {
    key: "model",
    title: words.columns.model,
    width: 220,
    grows: true,
    sortFields: ["model"],
    cell: ({ id, model }) => (
      <AnchorLink to="/servers/models/$id" params={{ id }}>
        {model}
      </AnchorLink>
    ),
  },
  {
    key: "component",
    title: words.columns.component,
    width: 100,
    sortFields: ["component"],
    cell: ({ component }) => word(hardware.kinds, component),
    onCard: "side",
  },
  {
    key: "vendor",
    title: words.columns.vendor,
    width: 120,
    sortFields: ["vendor"],
    cell: ({ vendor }) => vendor ?? messages.unknown,
    onCard: "note",
  },
  {
    key: "endurance",
    title: words.columns.endurance,
    width: 142,
    numeric: true,
    sortFields: ["endurance"],
    cell: (model) => enduranceText(model) ?? messages.unknown,
    onCard: "figure",
  },
  {
    key: "writes",
    title: words.columns.writes,
    width: 158,
    numeric: true,
    sortFields: ["writes"],
    cell: (model) => writesText(model) ?? messages.unknown,
  },
  {
    key: "power",
    title: words.columns.power,
    width: 104,
    numeric: true,
    sortFields: ["power"],
    cell: (model) => powerText(model) ?? messages.unknown,
  },
  {
    key: "price",
    title: words.columns.price,
    width: 112,
    numeric: true,
    sortFields: ["price"],
    cell: (model) => priceText(model) ?? messages.unknown,
    onCard: "note",
  },
  { key: "alias", title: words.columns.alias, width: 104, cell: ({ alias }) => alias ?? messages.none },
  { key: "claims", title: words.columns.claims, width: 118, numeric: true, cell: ({ claims }) => claims.length },
];

export interface ModelsListProps extends HardwarePageProps {
  /** Leads to a model that was just added. */
  added: (model: HardwareModel) => void;
}

export function ModelsList({ added, ...props }: ModelsListProps) {
  const api = useApi();
  const { operate } = usePermissions();
  const [opened, { open, close }] = useDisclosure();
  const add = operate && (
    <Button variant="default" onClick={open}>
      {words.add}
    </Button>
  );
  return (
    <>
      <HardwareList
        {...props}
        list="models"
        path="/servers/models"
        text={words}
        columns={COLUMNS}
        rowKey={({ id }) => id}
        read={(q, sort) => hardwareModelList(api, q, sort)}
        actions={add}
      />
      <Suspense>{opened && <ModelDialog model={null} saved={added} close={close} />}</Suspense>
    </>
  );
}
