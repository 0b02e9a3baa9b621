/**
 * Notice that the profile of a draft, for example a cloned one, accepts no new job, with the way to preserve its plan.
 */
import { Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useApi } from "@/api/context";
import { profileQuery } from "@/api/profiles";
import { AnchorLink, ButtonLink } from "@/components/link";
import { Notice } from "@/components/notice";
import { messages } from "@/messages";
import { newJob as words } from "@/messages/jobs";
import type { JobDraft } from "./draft";

/** `profile` is not among those that a job can begin with. */
export function MissingProfile({ profile, version }: { profile: string } & Pick<JobDraft, "version">) {
  const { data: details, isPending } = useQuery({ ...profileQuery(useApi(), profile, version), retry: false });
  return (
    <Notice level="warn" title={words.missingProfile(profile, version)}>
      {!details && <Text>{isPending ? messages.loading : words.unknownProfile}</Text>}
      {details && (
        <>
          <Text>
            {details.archived ? words.archivedProfile : words.notOfferedProfile}{" "}
            <AnchorLink to="/profiles/$name" params={{ name: profile }} search={{ version }}>
              {details.title}
            </AnchorLink>
          </Text>
          <ButtonLink
            variant="default"
            size="xs"
            mt={8}
            to="/profiles/new"
            search={{ from: `${details.name}@${details.version}` }}
          >
            {words.keepAsOwn}
          </ButtonLink>
        </>
      )}
    </Notice>
  );
}
