/** The lab's own Vdbench: what it has, giving it another, taking it away. */
import { Text } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useApi } from "@/api/context";
import { enginePackageKey, enginePackageQuery, removeEnginePackage } from "@/api/engines";
import { usePermissions } from "@/api/permissions";
import type { EnginePackage, Server } from "@/api/types";
import { ConfirmButton } from "@/components/confirm-button";
import { Loading } from "@/components/loading";
import { Moment } from "@/components/moment";
import { ErrorNotice } from "@/components/notice";
import { Section } from "@/components/page";
import { PropertyList, property } from "@/components/property-list";
import { formatBinaryBytes } from "@/lib/units";
import { messages } from "@/messages";
import { enginePackage as words } from "@/messages/engines";
import { Copyable } from "@/parts/copyable";
import classes from "./engines.module.css";
import { PackageUpload } from "./package-upload";

/** As high as the facts of a package with the place to drop another. */
const HEIGHT = 320;

export function VdbenchPackage({ servers }: { servers: readonly Server[] | undefined }) {
  const { administer } = usePermissions();
  return (
    <Section title={words.title}>
      <Text maw="90ch">{words.explain}</Text>
      {administer ? <Managed servers={servers} /> : <Text c="dimmed">{words.adminOnly}</Text>}
    </Section>
  );
}

function Managed({ servers }: { servers: readonly Server[] | undefined }) {
  const { data, error, refetch } = useQuery(enginePackageQuery(useApi()));
  if (error && data === undefined) return <ErrorNotice error={error} retry={() => void refetch()} />;
  if (data === undefined) return <Loading height={HEIGHT} />;
  return (
    <div className={classes.managed} style={{ minHeight: HEIGHT }}>
      {data ? <Facts enginePackage={data} servers={servers} /> : <Text>{words.none}</Text>}
      <PackageUpload replaces={data !== null} />
    </div>
  );
}

function Facts({ enginePackage, servers }: { enginePackage: EnginePackage; servers: readonly Server[] | undefined }) {
  const { version, sha256, size_bytes, uploaded_at, uploaded_by } = enginePackage;
  return (
    <>
      <PropertyList
        properties={[
          property(words.version, version),
          property(words.sha256, <Copyable value={sha256} label={words.sha256} />),
          property(words.size, formatBinaryBytes(size_bytes, { digits: 4 })),
          property(
            words.given,
            <>
              <Moment at={uploaded_at} /> {words.givenBy(uploaded_by ?? messages.unknown)}
            </>,
          ),
          property(words.checked, words.checks),
          property(words.installed, servers ? installedOn(servers) : "…"),
        ]}
      />
      <Removal version={version} />
    </>
  );
}

/** List the installed Vdbench versions. Only the version identifies a Vdbench: it may have been installed by hand. */
function installedOn(servers: readonly Server[]): string {
  const having = servers.filter(({ vdbench_version }) => vdbench_version);
  return having.map(({ name, vdbench_version }) => `${name} (${vdbench_version})`).join(", ") || words.noServer;
}

function Removal({ version }: { version: string }) {
  const api = useApi();
  const queryClient = useQueryClient();
  return (
    <div>
      <ConfirmButton
        title={words.removeTitle}
        explanation={words.removeExplain(version)}
        confirmLabel={words.remove}
        keepLabel={words.keepIt}
        confirm={async () => {
          await removeEnginePackage(api);
          await queryClient.invalidateQueries({ queryKey: enginePackageKey });
        }}
      />
    </div>
  );
}
