/** Maintenance of a server: access, reservations, windows, health checks, current use and retirement. */
import { useQueryClient } from "@tanstack/react-query";
import { useApi } from "@/api/context";
import { usePermissions } from "@/api/permissions";
import { retireServer } from "@/api/servers";
import type { Server } from "@/api/types";
import { ConfirmButton } from "@/components/confirm-button";
import { Section } from "@/components/page";
import { server as words } from "@/messages/inventory";
import { serverCare } from "@/messages/server-care";
import { HealthChecks } from "./health-checks";
import { Leases } from "./leases";
import { Maintenance } from "./maintenance";
import { Reservations } from "./reservations";
import { ServerAccess } from "./server-access";

export function MaintenanceTab({ server, reserve }: { server: Server; reserve: () => void }) {
  const isHere = server.state !== "retired";
  return (
    <>
      <ServerAccess server={server} />
      {isHere && (
        <>
          <Reservations server={server} reserve={reserve} />
          <Maintenance server={server} />
        </>
      )}
      <HealthChecks server={server} />
      <Section title={serverCare.leases}>
        <Leases server={server} />
      </Section>
      {isHere && <Retire server={server} />}
    </>
  );
}

function Retire({ server }: { server: Server }) {
  const api = useApi();
  const queryClient = useQueryClient();
  const { operate } = usePermissions();
  if (!operate) return null;
  return (
    <Section title={words.retire}>
      <p style={{ margin: 0 }}>{words.retireExplain}</p>
      <div>
        <ConfirmButton
          title={words.retireTitle}
          explanation={words.retireExplain}
          confirmLabel={words.retire}
          keepLabel={words.keep}
          confirm={async () => {
            await retireServer(api, server.number);
            await queryClient.invalidateQueries({ queryKey: ["servers"] });
          }}
        />
      </div>
    </Section>
  );
}
