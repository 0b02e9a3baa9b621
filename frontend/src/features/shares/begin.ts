/** With what the editor of a share opens: with what is offered, with earlier work of this tab, with what was just typed. */
import type { AvailableShareOptions } from "@/api/shares";
import { inOtherLayout, insertBlock, offeredOnly, type ShareForm } from "./form";
import type { Stored, Typed } from "./stored-form";

export interface Opening {
  /** Form without the stored work of this tab. */
  begin: ShareForm;
  offer: AvailableShareOptions;
  layout: string;
  stored: Stored | null;
  typed: Typed;
}

export interface Opened {
  form: ShareForm;
  /** The form without earlier work of this tab. */
  fresh: ShareForm;
  /** Restored content of this tab that the user has to be notified of. */
  recovered: "nothing" | "work" | "work and typed";
  /** Earlier values of fields that now hold typed texts. */
  replaced: Partial<Pick<ShareForm, "title" | "author">>;
}

export function openForm({ begin, offer, layout, stored, typed }: Opening): Opened {
  const fresh = withTyped(begin, typed);
  if (!stored) return { form: fresh, fresh, recovered: "nothing", replaced: {} };
  const earlier = offeredOnly(offer, stored.layout === layout ? stored.form : inOtherLayout(stored.form, begin));
  const form = withTyped(earlier, typed);
  const isOther = (field: "title" | "author") => earlier[field] !== form[field] && earlier[field].trim() !== "";
  const replaced = (["title", "author"] as const).filter(isOther).map((field) => [field, earlier[field]]);
  // Neither a visit that changed nothing nor a change of layout alone needs a notice that everything is still present.
  const isOwn = stored.layout === layout && JSON.stringify(earlier) !== JSON.stringify(begin);
  const recovered = form !== earlier ? "work and typed" : isOwn ? "work" : "nothing";
  return { form, fresh, recovered, replaced: Object.fromEntries(replaced) };
}

/** Title and author in their fields, the note as the first text; the same form where nothing was typed. */
export function withTyped(form: ShareForm, { title, author, note: typedNote, finding }: Typed): ShareForm {
  const lead = form.findings.findIndex(({ isShown }) => isShown);
  const first = form.findings[lead];
  // Where the lab has no finding, that of the author is the first text.
  const note = typedNote ?? (first ? undefined : finding);
  const isThere = form.blocks.some((block) => "text" in block && block.text === note);
  const patch = {
    ...(title !== undefined && title !== form.title ? { title } : {}),
    ...(author !== undefined && author !== form.author ? { author } : {}),
    ...(note !== undefined && !isThere ? { blocks: insertBlock(form.blocks, -1, { text: note }).blocks } : {}),
    ...(first && finding !== undefined && finding !== first.text
      ? { findings: form.findings.with(lead, { ...first, text: finding }) }
      : {}),
  };
  return Object.keys(patch).length > 0 ? { ...form, ...patch } : form;
}
