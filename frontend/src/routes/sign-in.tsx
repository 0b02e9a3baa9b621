/** /sign-in: take the token out of the address, sign in and continue to the requested page. */
import { getRouteApi, useLocation, useNavigate, useRouter } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { SignIn } from "@/features/auth/sign-in";
import { tokenOf } from "@/features/auth/token";

const route = getRouteApi("/sign-in");

export function SignInRoute() {
  const { next } = route.useSearch();
  const hash = useLocation({ select: (location) => location.hash });
  const [token, setToken] = useState("");
  const navigate = useNavigate();
  const router = useRouter();
  useEffect(() => {
    if (hash === "") return;
    setToken(tokenOf(hash));
    // The token leaves the address before anything else happens, so that it is in no history or bookmark.
    void navigate({ to: "/sign-in", search: (previous) => previous, hash: "", replace: true });
  }, [hash, navigate]);
  return <SignIn token={token} signedIn={() => router.history.push(next ?? "/")} />;
}
