/** The page as readers will get it, and the one button that opens it to them. */
import { Anchor, Button, Group, Text } from "@mantine/core";
import { useApi } from "@/api/context";
import { sharePageAddress } from "@/api/shares";
import { AnchorLink } from "@/components/link";
import { ErrorNotice, Notice } from "@/components/notice";
import { shares as sharesWords, shareEditor as words } from "@/messages/shares";
import { PageFrame } from "./page-frame";
import { PublishRefusal } from "./publish-refusal";
import classes from "./shares.module.css";
import type { usePreview } from "./use-preview";

export interface PreviewPanelProps {
  preview: ReturnType<typeof usePreview>;
  /** True if the form can be frozen in its present state. */
  canMake: boolean;
  make: () => void;
}

export function PreviewPanel({ preview, canMake, make }: PreviewPanelProps) {
  const api = useApi();
  const { shown, lost, isOld, publish } = preview;
  const { isPending: isMaking, error: failure } = preview.make;
  return (
    <>
      <p className={classes.hint}>{words.previewHint}</p>
      <Group gap={8}>
        <Button variant={shown && !isOld ? "default" : "filled"} onClick={make} loading={isMaking} disabled={!canMake}>
          {shown ? words.again : words.makePreview}
        </Button>
        <Button
          variant={shown && !isOld ? "filled" : "default"}
          onClick={() => shown && publish.mutate({ number: shown.number, confirmed: false })}
          loading={publish.isPending}
          disabled={!shown || isOld || isMaking}
        >
          {words.publish}
        </Button>
        {shown && (
          <Anchor href={sharePageAddress(api, shown.number)} target="_blank" rel="noreferrer">
            {sharesWords.ownTab}
          </Anchor>
        )}
      </Group>
      <div role="status">
        {isMaking && <Text>{words.freezing}</Text>}
        {!isMaking && shown && !isOld && <Text>{words.ready(shown.number)}</Text>}
        {!isMaking && shown && isOld && <Notice level="warn">{words.outdated}</Notice>}
        {!isMaking && lost && <Lost {...lost} />}
        {!isMaking && !shown && <Text c="dimmed">{words.publishHint}</Text>}
      </div>
      {failure && <ErrorNotice error={failure} title={words.refused} />}
      {publish.error && (
        <PublishRefusal
          error={publish.error}
          title={words.notPublished}
          confirm={() => shown && publish.mutate({ number: shown.number, confirmed: true })}
          cancel={publish.reset}
        />
      )}
      {shown && !isMaking && <PageFrame key={shown.number} number={shown.number} old={isOld} />}
    </>
  );
}

/** Report that the shown draft was published or deleted outside this tab. */
function Lost({ number, isPublished }: { number: string; isPublished: boolean }) {
  if (!isPublished) return <Notice level="warn">{words.draftMissing(number)}</Notice>;
  return (
    <Notice level="warn">
      {words.draftPublished(number)}{" "}
      <AnchorLink to="/shares/new" search={{ version_of: number }}>
        {words.versionOf(number)}
      </AnchorLink>
    </Notice>
  );
}
