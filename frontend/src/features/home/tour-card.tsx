/** The card of the tour, beside the part of the page that each step is about; the page stays in use. */
import { Button, Popover } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { useQueryClient } from "@tanstack/react-query";
import {
  type KeyboardEvent,
  type Ref,
  type RefObject,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { useApi } from "@/api/context";
import { usePermissions } from "@/api/permissions";
import { changeSettings, sessionQuery } from "@/api/session";
import type { Session } from "@/api/types";
import { tour as words } from "@/messages/tour";
import classes from "./tour-card.module.css";

/** Steps of the tour. The part of the page for a step marks itself: `data-tour="workbench"`. */
const STEPS = ["overview", "new-run", "result", "workbench", "search"] as const;
type StepName = (typeof STEPS)[number];

const POSITIONS = {
  overview: "bottom-start",
  "new-run": "bottom-end",
  result: "right-start",
  workbench: "right-start",
  search: "right-start",
} as const satisfies Record<StepName, string>;
/** Wherever its target is, the whole card is in sight: over the target where there is no room beside it. */
const IN_SIGHT = { shift: { crossAxis: true, limiter: undefined, padding: 12 } };
const WIDTH = 340;
const AT_ONCE = { getInitialValueInEffect: false };
/** Layers that Escape closes before the tour. */
const LAYERS = '[role="dialog"], [role="menu"], [role="listbox"]';

export function TourCard({ end }: { end: () => void }) {
  const [at, setAt] = useState(0);
  const step = STEPS[at] ?? STEPS[0];
  const target = useTarget(step);
  const isPhone = useMediaQuery("(max-width: 640px)", undefined, AT_ONCE);
  const card = useRef<HTMLDivElement>(null);
  const id = useId();
  useRememberTour();
  useFocusReturn();
  useEscape(card, end);
  const go = (by: number) => setAt(Math.min(Math.max(at + by, 0), STEPS.length - 1));
  const pressed = ({ key, altKey, ctrlKey, metaKey }: KeyboardEvent) => {
    if (altKey || ctrlKey || metaKey) return;
    if (key === "ArrowRight") go(1);
    if (key === "ArrowLeft") go(-1);
  };
  if (!target) return null;
  return (
    <Popover
      opened
      position={isPhone ? "bottom" : POSITIONS[step]}
      width={WIDTH}
      offset={12}
      zIndex="var(--sl-z-menu)"
      middlewares={IN_SIGHT}
      withRoles={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
      hideDetached={false}
      preventPositionChangeWhenVisible={false}
      classNames={{ dropdown: classes.card }}
    >
      <Popover.Target>
        <Anchor element={target} />
      </Popover.Target>
      <Popover.Dropdown
        ref={card}
        role="dialog"
        aria-labelledby={`${id}-title`}
        aria-describedby={`${id}-text`}
        onKeyDown={pressed}
      >
        <Step id={id} step={step} isPhone={isPhone} go={go} end={end} />
      </Popover.Dropdown>
    </Popover>
  );
}

interface StepProps {
  id: string;
  step: StepName;
  isPhone: boolean;
  go: (by: number) => void;
  end: () => void;
}

function Step({ id, step, isPhone, go, end }: StepProps) {
  const at = STEPS.indexOf(step);
  const isLast = at === STEPS.length - 1;
  const next = useRef<HTMLButtonElement>(null);
  const text = useText(step, isPhone);
  // Focus the card at first and when the focused button was removed, but never while another dialog is open.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each step may take a button away.
  useEffect(() => {
    if (!document.activeElement?.closest('[role="dialog"]')) next.current?.focus({ preventScroll: true });
  }, [step]);
  return (
    <>
      {/* The focus stays on its button, so the next step is announced. */}
      <div role="status">
        <span className={classes.place}>{words.place(at + 1, STEPS.length)}</span>
        <h2 id={`${id}-title`}>{words.steps[step].title}</h2>
        <p id={`${id}-text`}>{text}</p>
      </div>
      <div className={classes.acts}>
        {!isLast && (
          <Button variant="subtle" className={classes.skip} onClick={end}>
            {words.skip}
          </Button>
        )}
        {at > 0 && (
          <Button variant="default" onClick={() => go(-1)}>
            {words.back}
          </Button>
        )}
        <Button ref={next} onClick={() => (isLast ? end() : go(1))}>
          {isLast ? words.finish : words.next}
        </Button>
      </div>
    </>
  );
}

function useText(step: StepName, isPhone: boolean): string {
  const { operate } = usePermissions();
  if (step === "new-run" && !operate) return words.newRunOfOthers;
  return step === "search" && isPhone ? words.searchOnPhone : words.steps[step].text;
}

/** Marks the part that a step is about and returns it; the whole page where that part is missing. */
function useTarget(step: StepName): HTMLElement | null {
  const [target, setTarget] = useState<HTMLElement | null>(null);
  useLayoutEffect(() => {
    const part = document.querySelector<HTMLElement>(`[data-tour="${step}"]`);
    setTarget(part ?? document.getElementById("main"));
    if (!part) return;
    part.dataset.tourTarget = "";
    part.scrollIntoView({ block: "nearest" });
    return () => void delete part.dataset.tourTarget;
  }, [step]);
  return target;
}

/** Attach the card to an element that another component has drawn. */
function Anchor({ element, ref }: { element: HTMLElement; ref?: Ref<HTMLElement> }) {
  useLayoutEffect(() => {
    if (typeof ref === "function") ref(element);
  }, [ref, element]);
  return null;
}

/** Remember that the tour was shown; it opens again only on request. */
function useRememberTour(): void {
  const api = useApi();
  const queryClient = useQueryClient();
  useEffect(() => {
    queryClient.setQueryData(
      sessionQuery(api).queryKey,
      (previous: Session | undefined) =>
        previous && { ...previous, settings: { ...previous.settings, has_seen_tour: true } },
    );
    // A tour that the lab could not note is shown once more, on another day.
    changeSettings(api, { has_seen_tour: true }).catch(() => undefined);
  }, [api, queryClient]);
}

/** The focus goes back to where it was, or to the page, unless a person has moved it meanwhile. */
function useFocusReturn(): void {
  const [opener] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      if (document.activeElement !== document.body) return;
      const isThere = opener instanceof HTMLElement && opener !== document.body && opener.isConnected;
      (isThere ? opener : document.getElementById("main"))?.focus({ preventScroll: true });
    },
    [opener],
  );
}

/** Escape ends the tour from anywhere, unless it closes something else. */
function useEscape(card: RefObject<HTMLElement | null>, end: () => void): void {
  useEffect(() => {
    const pressed = (event: globalThis.KeyboardEvent) => {
      if (event.key !== "Escape" || event.defaultPrevented) return;
      const layer = event.target instanceof Element ? event.target.closest(LAYERS) : null;
      if (layer === null || layer === card.current) end();
    };
    document.addEventListener("keydown", pressed);
    return () => document.removeEventListener("keydown", pressed);
  }, [card, end]);
}
