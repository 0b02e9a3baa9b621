/** /settings/tokens: the tokens of programs. */
import { getRouteApi } from "@tanstack/react-router";
import { PageHeader } from "@/components/page";
import { SettingsLinks } from "@/features/settings/settings-links";
import { TokensPage } from "@/features/settings/tokens-page";
import { settings as words } from "@/messages/settings";

const route = getRouteApi("/shell/settings/tokens");

export function TokensRoute() {
  const { cursor } = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <>
      <PageHeader title={words.tokens} />
      <SettingsLinks />
      <TokensPage cursor={cursor} go={(next) => void navigate({ search: { cursor: next } })} />
    </>
  );
}
