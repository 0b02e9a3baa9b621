/** Place of the messages, once there is one. */
import { lazy, Suspense } from "react";
import { loadToasts, useToastsWanted } from "./toasts";

const ToastLayer = lazy(() => loadToasts().then((module) => ({ default: module.ToastLayer })));

export function Toasts() {
  return useToastsWanted() ? (
    <Suspense>
      <ToastLayer />
    </Suspense>
  ) : null;
}
