/** The script of a permalink, which reads without it: charts that a reader turns to answer to the pointer and the keyboard. */
import { watchContents } from "./contents";
import { watchInterest } from "./interest";

async function readData(address: string): Promise<unknown> {
  // A person signed in to the lab reads the page like everyone else.
  const answer = await fetch(address, { credentials: "omit" });
  if (!answer.ok) throw new Error(`${answer.status} for the data of a chart`);
  return answer.json();
}

watchInterest(document.querySelectorAll<HTMLElement>("figure[data-part]"), async (figure) => {
  const [{ drawLive }, data] = await Promise.all([import("./live-chart"), readData(figure.dataset.part ?? "")]);
  drawLive(figure, data);
});

watchContents([...document.querySelectorAll<HTMLAnchorElement>(".toc a")]);
