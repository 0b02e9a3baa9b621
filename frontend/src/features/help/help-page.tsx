/** The help: keys, rules, words, and the way in for programs. */
import glossary from "@docs/glossary.md?raw";
import judging from "@docs/judging.md?raw";
import { Anchor, Text } from "@mantine/core";
import type { ReactNode } from "react";
import { Document } from "@/components/document";
import { KeyTable } from "@/components/key-table";
import { AnchorLink, ButtonLink } from "@/components/link";
import { Section } from "@/components/page";
import { usePreferences } from "@/lib/preferences";
import { help as words } from "@/messages/help";
import { shortcuts } from "@/messages/shortcuts";
import { tour } from "@/messages/tour";
import classes from "./help.module.css";

const PARTS = [
  ["keys", words.keys],
  ["judging", words.judging],
  ["glossary", words.glossary],
  ["programs", words.programs],
] as const;

export function HelpPage() {
  const preferences = usePreferences();
  return (
    <>
      <nav aria-label={words.contents}>
        <ul className={classes.contents}>
          {PARTS.map(([id, title]) => (
            <li key={id}>
              <Anchor href={`#${id}`}>{title}</Anchor>
            </li>
          ))}
        </ul>
      </nav>
      <div>
        <ButtonLink to="/" search={{ tour: true }} variant="default">
          {tour.take}
        </ButtonLink>
      </div>
      <Part id="keys" title={words.keys}>
        <Text>{preferences.shortcuts ? words.keysExplain : shortcuts.off}</Text>
        <div className={classes.keys}>
          <KeyTable title={shortcuts.everywhere} keys={shortcuts.keys} />
          <KeyTable title={shortcuts.lists} keys={shortcuts.rows} />
          <KeyTable title={shortcuts.charts} keys={shortcuts.readings} />
        </div>
        <Text c="dimmed">{shortcuts.never}</Text>
        <Text>
          <AnchorLink to="/settings/shortcuts">{words.keysSwitch}</AnchorLink>
        </Text>
      </Part>
      <Part id="judging" title={words.judging}>
        <Document source={judging} tableCaption={words.judgingTable} />
      </Part>
      <Part id="glossary" title={words.glossary}>
        <Document source={glossary} tableCaption={words.glossaryTable} columns={3} />
      </Part>
      <Part id="programs" title={words.programs}>
        <Text maw={880}>{words.programsExplain}</Text>
        <ul className={classes.links}>
          <li>
            <AnchorLink to="/api/docs" search={{}}>
              {words.api}
            </AnchorLink>
          </li>
          <li>
            <AnchorLink to="/gallery" search={{}}>
              {words.gallery}
            </AnchorLink>
          </li>
        </ul>
      </Part>
    </>
  );
}

function Part({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <div id={id} className={classes.part}>
      <Section title={title}>{children}</Section>
    </div>
  );
}
