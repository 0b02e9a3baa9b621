/** With what the editor opens: nothing that was typed is lost, wherever it was. */
import { expect, test } from "vitest";
import { someAvailableOptions } from "@/testing/share-objects";
import { type Opening, openForm } from "./begin";
import { beginForm, insertBlock, type ShareForm } from "./form";

const offer = someAvailableOptions();
const begin = beginForm({ offer, title: "A run", author: "Ada" });
const open = (changes: Partial<Opening> = {}) =>
  openForm({ begin, offer, layout: "plain", stored: null, typed: {}, ...changes });
const stored = (changes: Partial<ShareForm> = {}, layout = "plain") => ({
  layout,
  form: { ...begin, ...changes },
  preview: null,
});
const bodyOf = ({ blocks }: ShareForm) => blocks.map((block) => ("text" in block ? block.text : block.chart));

test("without anything of this tab the form is untouched", () => {
  const opened = open();
  expect(opened.form).toBe(begin);
  expect(opened.recovered).toBe("nothing");
});

test("what was typed in the dialog stands in its fields, the note first", () => {
  const { form, fresh, recovered } = open({ typed: { title: "Mine", author: "Grace", note: "Look." } });
  expect([form.title, form.author]).toEqual(["Mine", "Grace"]);
  expect(bodyOf(form)).toEqual(["Look.", "over-time", "percentiles"]);
  expect(fresh).toBe(form);
  expect(recovered).toBe("nothing");
});

test("earlier work stays, with what was typed since, and says what that took the place of", () => {
  const { blocks } = insertBlock(begin.blocks, 0, { text: "Earlier." });
  const earlier = stored({ title: "Earlier title", licence: "CC0", blocks });
  const { form, fresh, recovered, replaced } = open({ stored: earlier, typed: { title: "Mine", note: "Look." } });
  expect([form.title, form.author, form.licence]).toEqual(["Mine", "Ada", "CC0"]);
  expect(bodyOf(form)).toEqual(["Look.", "over-time", "Earlier.", "percentiles"]);
  expect(recovered).toBe("work and typed");
  expect(replaced).toEqual({ title: "Earlier title" });
  // A new beginning drops the earlier work, not the typed texts.
  expect([fresh.title, bodyOf(fresh)]).toEqual(["Mine", ["Look.", "over-time", "percentiles"]]);
});

test("earlier work in which what was typed stands already is not said to have been replaced", () => {
  const { blocks } = insertBlock(begin.blocks, -1, { text: "Look." });
  const opened = open({ stored: stored({ title: "Mine", blocks }), typed: { title: "Mine", note: "Look." } });
  expect(bodyOf(opened.form)).toEqual(["Look.", "over-time", "percentiles"]);
  expect([opened.recovered, opened.replaced]).toEqual(["work", {}]);
});

test("earlier work of another layout keeps its texts, and only what was typed is worth a word", () => {
  const { blocks } = insertBlock(begin.blocks.slice(1), 0, { text: "Earlier." });
  const earlier = stored({ blocks }, "snia");
  expect(bodyOf(open({ stored: earlier }).form)).toEqual(["Earlier.", "over-time", "percentiles"]);
  expect(open({ stored: earlier }).recovered).toBe("nothing");
  const { form, recovered } = open({ stored: earlier, typed: { note: "Look." } });
  expect(bodyOf(form)).toEqual(["Look.", "Earlier.", "over-time", "percentiles"]);
  expect(recovered).toBe("work and typed");
});
