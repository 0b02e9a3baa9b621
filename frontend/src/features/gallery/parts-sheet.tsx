/** The parts sheet: every part of pages with sample data, in all its states. */
import { Section } from "@/components/page";
import { PART_GROUPS } from "./part-samples";
import classes from "./parts-sheet.module.css";

export function PartsSheet() {
  return PART_GROUPS.map(({ title, samples }) => (
    <Section key={title} title={title}>
      <div className={classes.samples}>
        {samples.map(({ caption, columns, sample }) => (
          <div key={caption} className={classes.cell} data-columns={columns}>
            <p className={classes.caption}>{caption}</p>
            <div className={classes.sample} data-sample="">
              {sample}
            </div>
          </div>
        ))}
      </div>
    </Section>
  ));
}
