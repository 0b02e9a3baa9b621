/** Note that the list holds published figures; it can dismiss them or itself. */
import { Button, Group } from "@mantine/core";
import { useLocalStorage } from "@mantine/hooks";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useApi } from "@/api/context";
import { demoDataQuery, mayChange, removeDemoData, sessionQuery } from "@/api/session";
import { ConfirmButton } from "@/components/confirm-button";
import { ButtonLink } from "@/components/link";
import { Notice } from "@/components/notice";
import { runList as words } from "@/messages/run-list";

export function DemoNote() {
  const api = useApi();
  const queryClient = useQueryClient();
  const { data: session } = useQuery(sessionQuery(api));
  const { data: demo } = useQuery(demoDataQuery(api));
  const [hidden, setHidden] = useLocalStorage({ key: "storagelab-demo-note-hidden", defaultValue: false });
  const [preserved, setPreserved] = useState<readonly string[]>([]);
  if (!demo || demo.run_count === 0 || hidden) return null;
  const remove = async () => {
    const removal = await removeDemoData(api);
    setPreserved(removal.preserved_runs);
    await Promise.all([["demo-data"], ["runs"]].map((queryKey) => queryClient.invalidateQueries({ queryKey })));
  };
  return (
    <Notice level="info" title={words.demoTitle(demo.run_count)}>
      {preserved.length > 0 ? words.demoPreserved(preserved.join(", ")) : words.demo}
      <Group gap={8} mt={4}>
        <ButtonLink to="/runs" search={{ q: "origin:published" }} variant="default" size="xs">
          {words.demoShow}
        </ButtonLink>
        {mayChange(session) && (
          <ConfirmButton
            title={words.demoRemoveTitle}
            explanation={words.demoRemoveExplain}
            confirmLabel={words.demoRemove}
            keepLabel={words.demoKeep}
            size="xs"
            confirm={remove}
          />
        )}
        <Button variant="default" size="xs" onClick={() => setHidden(true)}>
          {words.demoHide}
        </Button>
      </Group>
    </Notice>
  );
}
