/** Cards: a section with an optional head, and a card that is one link as a whole. */
import { createLink } from "@tanstack/react-router";
import { type ComponentProps, type ReactNode, useId } from "react";
import classes from "./card.module.css";

export interface CardProps {
  /** Names the section. */
  title?: string;
  note?: ReactNode;
  /** At the right end of the head: one quiet button or a badge. */
  aside?: ReactNode;
  /** Level of the heading; 3 below a section with a heading of its own. */
  order?: 2 | 3;
  children: ReactNode;
}

export function Card({ title, note, aside, order = 2, children }: CardProps) {
  const heading = useId();
  if (title === undefined) return <div className={classes.card}>{children}</div>;
  const Heading = order === 2 ? "h2" : "h3";
  return (
    <section className={classes.card} aria-labelledby={heading}>
      <div className={classes.head}>
        <Heading id={heading} className={classes.title} dir="auto">
          {title}
        </Heading>
        {note && <span className={classes.note}>{note}</span>}
        {aside && <span className={classes.aside}>{aside}</span>}
      </div>
      {children}
    </section>
  );
}

/** Props of a part that is one link as a whole: its own facts, and where it leads. */
export type LinkedProps<Own> = Own & Omit<ComponentProps<"a">, keyof Own | "children">;

/** The anchor of a card; parts that are cards put their facts in it and become links themselves. */
export function CardAnchor(props: ComponentProps<"a">) {
  return <a {...props} className={classes.card} />;
}

/** A card of anything that leads somewhere as a whole. */
export const CardLink = createLink(CardAnchor);
