/** Hands the API client to components. */
import { createContext, type ReactNode, useContext } from "react";
import type { Api } from "./client";

const ApiContext = createContext<Api | null>(null);

export function ApiProvider({ api, children }: { api: Api; children: ReactNode }) {
  return <ApiContext value={api}>{children}</ApiContext>;
}

/** The client of this page. Throws outside an ApiProvider. */
export function useApi(): Api {
  const api = useContext(ApiContext);
  if (!api) throw new Error("useApi was called outside of ApiProvider");
  return api;
}
