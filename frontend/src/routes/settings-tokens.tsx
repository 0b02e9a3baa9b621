/** /settings/tokens: the tokens of programs. */
import { getRouteApi } from "@tanstack/react-router";
import { SettingsHead, SettingsLayout } from "@/features/settings/settings-layout";
import { TokensPage } from "@/features/settings/tokens-page";
import { settings as words } from "@/messages/settings";

const route = getRouteApi("/shell/settings/tokens");

export function TokensRoute() {
  const { cursor } = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <SettingsLayout isWide>
      <SettingsHead title={words.tokens} />
      <TokensPage cursor={cursor} go={(next) => void navigate({ search: { cursor: next } })} />
    </SettingsLayout>
  );
}
