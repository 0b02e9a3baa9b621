/** Ends the session and leads to the sign-in. */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useApi } from "@/api/context";
import { signOut } from "@/api/session";
import { clearRecentThings } from "./recent-things";

export function useSignOut(): () => void {
  const api = useApi();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const { mutate } = useMutation({
    mutationFn: () => signOut(api),
    onSuccess: async () => {
      // The next person at this browser is not shown what this one opened.
      clearRecentThings();
      await navigate({ to: "/sign-in" });
      queryClient.clear();
    },
  });
  return () => mutate();
}
