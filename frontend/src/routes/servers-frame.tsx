/** The column of servers beside the page of one of them, or of their state; its filters stand in the address. */
import { Outlet, useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { ExportListLinks } from "@/features/hardware/export-list-links";
import { ServerList } from "@/features/inventory/server-list";
import classes from "@/features/inventory/server-list.module.css";
import { parseServerSearch, parseServersSearch } from "@/routes/search";

export function ServersFrame() {
  const search = parseServerSearch({ ...useSearch({ strict: false }) });
  const { ref } = useParams({ strict: false });
  const navigate = useNavigate();
  const { q, state, label, tab, view } = search;
  const filters = { q, state, label };
  return (
    <div className={classes.frame} data-open={ref !== undefined || undefined}>
      <ServerList
        filters={filters}
        change={(changed) => {
          const { q, state, label } = parseServersSearch({ ...changed });
          void navigate({ to: ".", search: { ...search, q, state, label }, replace: true });
        }}
        chosen={ref}
        linkTo={({ number }) => ({
          to: "/servers/$ref",
          params: { ref: number },
          search: { ...filters, tab, view },
        })}
        exports={<ExportListLinks list={{ kind: "server", filters }} />}
      />
      <div className={classes.body}>
        <Outlet />
      </div>
    </div>
  );
}
