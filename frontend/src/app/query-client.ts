/** The query cache: what failed for a moment is tried again, what was refused is not, and a lost session is reported. */
import { MutationCache, QueryCache, QueryClient } from "@tanstack/react-query";
import { ApiProblem, isTransient } from "@/api/problem";

/** `signedOut` is called when the lab no longer knows the session. */
export function createQueryClient(signedOut: () => void): QueryClient {
  const onError = (error: unknown) => {
    if (error instanceof ApiProblem && error.status === 401) signedOut();
  };
  return new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: { staleTime: 2_000, retry: (count, error) => count < 2 && isTransient(error) },
    },
  });
}
