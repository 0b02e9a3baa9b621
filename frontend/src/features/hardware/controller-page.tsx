/** One controller: what it is, how it is attached, its cache and battery, and what became of it. */
import { useQuery } from "@tanstack/react-query";
import { useApi } from "@/api/context";
import { controllerQuery } from "@/api/hardware";
import type { Controller } from "@/api/types";
import { ConditionLabel } from "@/components/condition-label";
import { linkText } from "@/components/link-text";
import { Moment } from "@/components/moment";
import { type Property, property } from "@/components/property-list";
import { formatBinaryBytes } from "@/lib/units";
import { messages, word } from "@/messages";
import { hardware, piece as words } from "@/messages/hardware";
import { Callout } from "@/parts/callout";
import { PieceFrame } from "./piece-frame";

export function ControllerPage({ reference }: { reference: string }) {
  return (
    <PieceFrame
      kind="controller"
      result={useQuery(controllerQuery(useApi(), reference))}
      nameOf={({ model, pci_address, key }) => model ?? pci_address ?? key}
      conditionOf={() => null}
      factsOf={controllerFacts}
    >
      {(controller) =>
        controller.link_narrowed && (
          <Callout tone="warn" fact={hardware.linkNarrowed}>
            {hardware.linkNow(linkText(controller) ?? messages.unknown)}
          </Callout>
        )
      }
    </PieceFrame>
  );
}

function controllerFacts(controller: Controller): Property[] {
  const { properties: names } = words;
  const { cache_bytes, battery } = controller;
  const driver = [controller.driver, controller.driver_version].filter(Boolean).join(" ");
  return [
    property(names.kind, word(hardware.controllerKinds, controller.kind)),
    property(names.vendor, controller.vendor),
    property(names.model, controller.model),
    property(names.serial, controller.serial),
    property(names.firmware, controller.firmware),
    property(names.driver, driver || null),
    property(names.pci, controller.pci_address),
    property(names.link, linkText(controller)),
    property(names.numa, controller.numa_node),
    property(names.cache, cache_bytes === null ? null : formatBinaryBytes(cache_bytes)),
    property(names.battery, battery && <ConditionLabel condition={battery} />),
    property(names.cacheModule, controller.cache_module),
    property(names.drives, controller.drive_count),
    property(names.arrays, controller.array_count),
    property(names.key, <code>{controller.key}</code>),
    property(names.firstSeen, <Moment at={controller.first_seen_at} />),
    property(names.lastSeen, <Moment at={controller.last_seen_at} />),
  ];
}
