/** The tabs of the list of servers: what else is known of the hardware of the lab. */
import { Link } from "@tanstack/react-router";
import { hardware } from "@/messages/hardware";
import { serverList } from "@/messages/server-page";
import { TabLinks } from "./tab-links";
import { InTopBar, useHasPlace } from "./top-bar";

const NO_FILTERS = {};

export function InventoryLinks() {
  const words = serverList.tabs;
  const list = { includeSearch: false };
  const isInBar = useHasPlace("tabs");
  return (
    <InTopBar place="tabs">
      <TabLinks label={hardware.navigation} isInBar={isInBar}>
        <Link to="/servers" search={NO_FILTERS} activeOptions={{ exact: true, includeSearch: false }}>
          {words.servers}
        </Link>
        <Link to="/servers/controllers" search={NO_FILTERS} activeOptions={list}>
          {words.controllers}
        </Link>
        <Link to="/servers/models" search={NO_FILTERS} activeOptions={list}>
          {words.models}
        </Link>
        <Link to="/servers/changes" search={NO_FILTERS} activeOptions={list}>
          {words.changes}
        </Link>
        <Link to="/servers/import" activeOptions={list}>
          {words.transfer}
        </Link>
      </TabLinks>
    </InTopBar>
  );
}
