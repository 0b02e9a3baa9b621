/** The column of servers beside the page of one of them, or of their state; its query is in the address. */
import { Outlet, useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { ExportListLinks } from "@/features/hardware/export-list-links";
import { ServerList } from "@/features/inventory/server-list";
import classes from "@/features/inventory/server-list.module.css";
import { parseServerSearch } from "@/features/inventory/server-view";
import { SERVER_LIST_VIEWS } from "@/routes/list-views";

export function ServersFrame() {
  const search = parseServerSearch({ ...useSearch({ strict: false }) });
  const { ref } = useParams({ strict: false });
  const navigate = useNavigate();
  const { q, sort, saved, tab, view } = search;
  return (
    <div className={classes.frame} data-open={ref !== undefined || undefined}>
      <ServerList
        search={{ q, sort, view: saved }}
        change={(next) =>
          void navigate({ to: ".", search: { ...search, q: next.q, sort: next.sort, saved: next.view }, replace: true })
        }
        form={SERVER_LIST_VIEWS}
        chosen={ref}
        linkTo={({ number }) => ({
          to: "/servers/$ref",
          params: { ref: number },
          search: { q, sort, saved, tab, view },
        })}
        exports={<ExportListLinks list={{ kind: "servers", q }} />}
      />
      <div className={classes.body}>
        <Outlet />
      </div>
    </div>
  );
}
