/** One import: how far it is, what was found in its files, the decisions before storing, and the runs it became. */
import { Skeleton, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useApi } from "@/api/context";
import { importQuery, isWorking } from "@/api/imports";
import { mayChange, sessionQuery } from "@/api/session";
import type { Import } from "@/api/types";
import { LazyDetails } from "@/components/lazy-details";
import { ButtonLink } from "@/components/link";
import { Moment } from "@/components/moment";
import { NotShown } from "@/components/not-shown";
import { Notice } from "@/components/notice";
import { PageHeader } from "@/components/page";
import { StateLabel } from "@/components/state-label";
import { formatBinaryBytes } from "@/lib/units";
import { messages, word } from "@/messages";
import { imports, importPage as words } from "@/messages/imports";
import { ImportProgress } from "./import-progress";
import classes from "./imports.module.css";
import { Names } from "./names";
import { mayRemove } from "./permission";
import { Preview } from "./preview";
import { RemoveButton } from "./remove-button";
import { StoredRuns } from "./stored-runs";
import { UploadForm } from "./upload-form";

export interface ImportPageProps {
  reference: string;
  /** Called once the import is deleted. */
  removed: () => void;
  /** Called with another import once the lab has its files. */
  uploaded: (made: Import) => void;
}

export function ImportPage({ reference, removed, uploaded }: ImportPageProps) {
  const api = useApi();
  const { data: made, error, refetch } = useQuery(importQuery(api, reference));
  const { data: session } = useQuery(sessionQuery(api));
  if (!made)
    return error ? (
      <NotShown subject={messages.problem.things.import} error={error} retry={() => void refetch()} />
    ) : (
      <ImportSkeleton />
    );
  const canRemove = mayRemove(made, session);
  return (
    <>
      <PageHeader
        title={`${made.number} · ${made.title}`}
        actions={canRemove && made.state !== "ready" && <RemoveButton made={made} removed={removed} />}
      >
        <StateLabel state={made.state} />
        <Text c="dimmed">{imports.picked(imports.files(made.files.count), formatBinaryBytes(made.files.bytes))}</Text>
        {made.created_by && <Text c="dimmed">{made.created_by}</Text>}
        <Text c="dimmed">
          <Moment at={made.created_at} />
        </Text>
      </PageHeader>
      <div className="visually-hidden" role="status">
        {words.announce(word(messages.states, made.state))}
      </div>
      {isWorking(made) && <ImportProgress made={made} />}
      {made.state === "ready" && mayChange(session) && <UploadForm uploaded={uploaded} isSmall />}
      <Remarks made={made} />
      {made.state === "stored" && <StoredRuns made={made} />}
      {made.state === "ready" && (
        <Preview
          key={made.id}
          made={made}
          discard={canRemove && <RemoveButton made={made} removed={removed} size="md" />}
        />
      )}
    </>
  );
}

/** Show the reason for a failed or deleted import, remarks for the reader, and the files that were not read. */
function Remarks({ made }: { made: Import }) {
  return (
    <>
      {made.error && (
        <Notice level="error" title={words.failed}>
          <div>{made.error.message}</div>
          {made.error.preserved && <div>{messages.problem.preserved(made.error.preserved)}</div>}
        </Notice>
      )}
      {made.state === "discarded" && <Notice level="info">{words.discarded}</Notice>}
      {(made.state === "failed" || made.state === "discarded") && (
        <div>
          <ButtonLink to="/import" variant="default">
            {words.again}
          </ButtonLink>
        </div>
      )}
      {made.warnings.length > 0 && (
        <Notice level="warn" title={words.warnings}>
          <ul className={classes.list}>
            {made.warnings.map((warning) => (
              <li key={warning}>{warning}</li>
            ))}
          </ul>
        </Notice>
      )}
      {made.unrecognised_count > 0 && made.state !== "ready" && (
        <LazyDetails summary={words.unrecognised(made.unrecognised_count)}>
          {() => <Names names={made.unrecognised} count={made.unrecognised_count} />}
        </LazyDetails>
      )}
    </>
  );
}

/** As high as the progress and the first card that replace it. */
function ImportSkeleton() {
  return (
    <div aria-busy="true">
      <span className="visually-hidden">{messages.loading}</span>
      <Skeleton height={28} width="60%" mb={24} />
      <Skeleton height={120} mb={24} />
      <Skeleton height={400} />
    </div>
  );
}
