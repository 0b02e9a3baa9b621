/** /servers/new: registers a server and goes to its page. */
import { useNavigate } from "@tanstack/react-router";
import { PageHeader } from "@/components/page";
import { NewServer } from "@/features/inventory/new-server";
import { newServer as newServerWords } from "@/messages/inventory";

export function NewServerRoute() {
  const navigate = useNavigate();
  return (
    <>
      <PageHeader title={newServerWords.title} />
      <NewServer
        added={(server) =>
          void navigate({
            to: "/servers/$ref",
            params: { ref: server.number },
            search: { tab: server.transport === "ssh" ? "maintenance" : undefined },
          })
        }
      />
    </>
  );
}
