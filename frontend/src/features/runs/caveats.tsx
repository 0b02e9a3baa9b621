/** What a reader must know before using any number of the run, written out. */
import type { Run } from "@/api/types";
import { Section } from "@/components/page";
import { run as words } from "@/messages/run";
import { caveatsOf } from "./caveats-of";
import classes from "./run.module.css";

export function Caveats({ run }: { run: Run }) {
  const caveats = caveatsOf(run);
  if (caveats.length === 0) return null;
  return (
    <Section title={words.caveats}>
      <dl className={classes.rules}>
        {caveats.map(({ code, label, detail }) => (
          <div key={code}>
            <dt>{label}</dt>
            {detail && <dd>{detail}</dd>}
          </div>
        ))}
      </dl>
    </Section>
  );
}
