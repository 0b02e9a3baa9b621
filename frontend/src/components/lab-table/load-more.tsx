/** Leads on to rows that the server still has. */
import { Button } from "@mantine/core";
import { labTable as words } from "@/messages/lab-table";
import type { MoreRows } from "./columns";
import classes from "./lab-table.module.css";

export function LoadMore({ more: { load, isLoading } }: { more: MoreRows }) {
  return (
    <div className={classes.more} role="status">
      <Button variant="default" size="xs" onClick={load} disabled={isLoading}>
        {isLoading ? words.loadingMore : words.loadMore}
      </Button>
    </div>
  );
}
