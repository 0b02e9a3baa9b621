/** The views of the findings: their list, and the rating matrix. Runs lead to them. */
import { Link } from "@tanstack/react-router";
import { TabLinks } from "@/components/tab-links";
import { InTopBar, useHasPlace } from "@/components/top-bar";
import { findings as words } from "@/messages/findings";

const NO_FILTERS = {};

export function FindingTabs() {
  const isInBar = useHasPlace("tabs");
  return (
    <InTopBar place="tabs">
      <TabLinks label={words.tabsLabel} isInBar={isInBar}>
        <Link to="/findings" search={NO_FILTERS} activeOptions={{ exact: true, includeSearch: false }}>
          {words.tabs.list}
        </Link>
        <Link to="/findings/matrix" search={NO_FILTERS} activeOptions={{ includeSearch: false }}>
          {words.tabs.matrix}
        </Link>
      </TabLinks>
    </InTopBar>
  );
}
