/** The lists of the inventory, above each of its pages. */
import { Link } from "@tanstack/react-router";
import { hardware } from "@/messages/hardware";
import { TabLinks } from "./tab-links";

const NO_FILTERS = {};

export function InventoryLinks() {
  const words = hardware.pages;
  const list = { includeSearch: false };
  return (
    <TabLinks label={hardware.navigation}>
      <Link to="/inventory" activeOptions={{ exact: true, includeSearch: false }}>
        {words.home}
      </Link>
      <Link to="/inventory/servers" search={NO_FILTERS} activeOptions={list}>
        {words.servers}
      </Link>
      <Link to="/inventory/controllers" search={NO_FILTERS} activeOptions={list}>
        {words.controllers}
      </Link>
      <Link to="/drives" search={NO_FILTERS} activeOptions={list}>
        {words.drives}
      </Link>
      <Link to="/arrays" search={NO_FILTERS} activeOptions={list}>
        {words.arrays}
      </Link>
      <Link to="/inventory/models" search={NO_FILTERS} activeOptions={list}>
        {words.models}
      </Link>
      <Link to="/inventory/changes" search={NO_FILTERS} activeOptions={list}>
        {words.changes}
      </Link>
      <Link to="/inventory/import" activeOptions={list}>
        {words.transfer}
      </Link>
    </TabLinks>
  );
}
