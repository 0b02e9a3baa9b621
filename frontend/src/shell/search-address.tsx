/** /search: addresses from before the palette open it with their words, above the first page. */
import { getRouteApi, useNavigate } from "@tanstack/react-router";
import { useEffect } from "react";
import { openPalette } from "./palette-state";

const route = getRouteApi("/shell/search");

export function SearchAddress() {
  const { q = "" } = route.useSearch();
  const navigate = useNavigate();
  useEffect(() => {
    openPalette(q);
    void navigate({ to: "/", replace: true });
  }, [q, navigate]);
  return null;
}
