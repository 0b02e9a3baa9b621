/** /help: keys, rules, words. */
import { PageHeader } from "@/components/page";
import { HelpPage } from "@/features/help/help-page";
import { help as words } from "@/messages/help";

export function HelpRoute() {
  return (
    <>
      <PageHeader title={words.title} />
      <HelpPage />
    </>
  );
}
