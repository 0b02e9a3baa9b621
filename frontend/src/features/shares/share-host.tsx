/** The one dialog that shares; its code is loaded when it is first opened. */
import { lazy, Suspense, useEffect } from "react";
import { endShareRequest, useShareRequest } from "@/components/share-request";

const ShareDialog = lazy(() => import("./share-dialog").then((module) => ({ default: module.ShareDialog })));

export function ShareHost() {
  const request = useShareRequest();
  // After a sign-out nothing is left to share.
  useEffect(() => endShareRequest, []);
  return <Suspense>{request && <ShareDialog request={request} close={endShareRequest} />}</Suspense>;
}
