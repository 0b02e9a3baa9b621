/** The article as its readers will see it: the page of the frozen draft, in a frame beside the blocks. */
import { Anchor } from "@mantine/core";
import { useEffect, useRef, useState } from "react";
import { useApi } from "@/api/context";
import { sharePageAddress } from "@/api/shares";
import { Loading } from "@/components/loading";
import { shares as sharesWords, shareEditor as words } from "@/messages/shares";
import { findTarget, type Target } from "./article-targets";
import classes from "./share-editor.module.css";

/** Space above the chosen block, below the bar of the page, in CSS px. */
const ABOVE = 72;

export interface ArticlePreviewProps {
  /** The frozen draft; null while there is none. */
  draft: { number: string; document_sha256: string } | null;
  /** The shared thing in a few words. */
  name: string;
  /** State of the draft in words. */
  status: string;
  isOld: boolean;
  /** Place in the page of the chosen block. */
  target: Target | null;
  /** Changes each time that a block is chosen. */
  turn: number;
}

export function ArticlePreview({ draft, name, status, isOld, target, turn }: ArticlePreviewProps) {
  const api = useApi();
  return (
    <section className={classes.article} aria-label={words.preview}>
      <div className={classes.articleHead}>
        <h2>{words.preview}</h2>
        <span className={classes.subject} dir="auto">
          {name}
        </span>
        <span role="status" className={classes.status}>
          {status}
        </span>
        {draft && (
          <Anchor href={sharePageAddress(api, draft.number)} target="_blank" rel="noreferrer" size="sm">
            {sharesWords.ownTab}
          </Anchor>
        )}
      </div>
      {draft ? (
        <Frames
          key={draft.number}
          number={draft.number}
          // The page of a draft is never stored by the browser: another document is another frame.
          address={`${sharePageAddress(api, draft.number)}#${draft.document_sha256}`}
          isOld={isOld}
          target={target}
          turn={turn}
        />
      ) : (
        <div className={classes.frames} aria-busy="true">
          <Loading height={600} />
        </div>
      )}
    </section>
  );
}

interface FramesProps {
  number: string;
  address: string;
  isOld: boolean;
  target: Target | null;
  turn: number;
}

/** The page, behind it the next one until that is loaded: the reader keeps the place and sees no empty frame. */
function Frames({ number, address, isOld, target, turn }: FramesProps) {
  const [loaded, setLoaded] = useState<string | null>(null);
  const place = useRef<HTMLDivElement>(null);
  const frameOf = (own: string) =>
    [...(place.current?.querySelectorAll("iframe") ?? [])].find((frame) => frame.getAttribute("src") === own);
  const addresses = loaded === null || loaded === address ? [address] : [loaded, address];
  const show = () => {
    const [before, next] = [loaded === null ? null : frameOf(loaded), frameOf(address)];
    if (before && next && before !== next) {
      next.contentWindow?.scrollTo(0, before.contentWindow?.scrollY ?? 0);
      // A chosen block that the page before did not have, such as a new text.
      if (target && !findTarget(before.contentDocument, target)) scrollTo(next, target);
    }
    setLoaded(address);
  };
  useEffect(() => {
    const frame = loaded === null ? null : place.current?.querySelector<HTMLIFrameElement>("iframe[data-shown]");
    mark(frame?.contentDocument, target);
  }, [loaded, target]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a block that is chosen again is scrolled to again.
  useEffect(() => {
    const frame = place.current?.querySelector<HTMLIFrameElement>("iframe[data-shown]");
    if (frame && target) scrollTo(frame, target);
  }, [target, turn]);
  return (
    <div ref={place} className={classes.frames}>
      {addresses.map((own) => (
        <iframe
          key={own}
          // Pictures of a draft need a signed-in user, and in a frame without an origin the browser would request them
          // anonymously. Without scripts, the page gains nothing from an origin of its own.
          sandbox="allow-same-origin"
          title={own === addresses[0] ? sharesWords.frame(number) : words.nextFrame}
          aria-hidden={own !== addresses[0] || undefined}
          tabIndex={own === addresses[0] ? undefined : -1}
          src={own}
          className={classes.frame}
          data-shown={own === addresses[0] || undefined}
          data-old={isOld || undefined}
          onLoad={own === address ? show : undefined}
        />
      ))}
    </div>
  );
}

/** Scrolls the page alone: the window around it stays. */
function scrollTo(frame: HTMLIFrameElement, target: Target): void {
  const [page, element] = [frame.contentWindow, findTarget(frame.contentDocument, target)];
  if (!page || !element) return;
  page.scrollTo(0, Math.max(0, element.getBoundingClientRect().top + page.scrollY - ABOVE));
}

const MARK = "data-chosen";

/** Draws a line around the chosen block. */
function mark(page: Document | null | undefined, target: Target | null): void {
  if (!page) return;
  for (const element of page.querySelectorAll<HTMLElement>(`[${MARK}]`)) {
    element.removeAttribute(MARK);
    element.style.outline = "";
    element.style.outlineOffset = "";
  }
  const element = target && findTarget(page, target);
  if (!(element && "style" in element)) return;
  element.setAttribute(MARK, "");
  element.style.outline = "2px solid var(--sl-accent)";
  element.style.outlineOffset = "8px";
}
