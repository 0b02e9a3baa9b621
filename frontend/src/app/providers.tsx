/** Context of every page: theme, API client, query cache, notifications. */
import { MantineProvider } from "@mantine/core";
import { type QueryClient, QueryClientProvider } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { Api } from "@/api/client";
import { ApiProvider } from "@/api/context";
import { useForcedScheme } from "@/lib/forced-scheme";
import { cssVariables, theme } from "./theme";

export interface ProvidersProps {
  api: Api;
  queryClient: QueryClient;
  children: ReactNode;
}

export function Providers({ api, queryClient, children }: ProvidersProps) {
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      defaultColorScheme="auto"
      forceColorScheme={useForcedScheme()}
    >
      <ApiProvider api={api}>
        <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
      </ApiProvider>
    </MantineProvider>
  );
}
