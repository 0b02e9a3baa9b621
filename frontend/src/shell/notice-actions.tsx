/** Buttons of a notice that answer a campaign in place. */
import { Button } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { campaignDetails, campaignQuery, type Decision, decideCampaign } from "@/api/campaigns";
import { useApi } from "@/api/context";
import { noticesKey } from "@/api/notices";
import type { CampaignQuestion, Notice } from "@/api/types";
import { ButtonLink } from "@/components/link";
import { notices as words } from "@/messages/notices";
import { toast } from "./toasts";

interface DecideButtonsProps {
  campaign: Pick<Notice["link"], "name" | "number">;
  title: string;
  close: () => void;
}

/** The first answer of the question, and the way to all of them. */
export function DecideButtons({ campaign: { name, number }, title, close }: DecideButtonsProps) {
  const api = useApi();
  const { data } = useQuery(campaignQuery(api, number));
  const question = data?.pending_decision;
  const [first] = question?.choices ?? [];
  return (
    <>
      {question && first && <Decide {...{ question, choice: first, name: name || number, title }} />}
      <ButtonLink
        to="/campaigns/$ref"
        params={{ ref: number }}
        variant="subtle"
        size="xs"
        aria-label={words.actOn(words.otherChoices, title)}
        onClick={close}
      >
        {words.otherChoices}
      </ButtonLink>
    </>
  );
}

interface DecideProps {
  question: CampaignQuestion;
  choice: Decision;
  name: string;
  title: string;
}

function Decide({ question, choice, name, title }: DecideProps) {
  const api = useApi();
  const queryClient = useQueryClient();
  const decide = useMutation({
    mutationFn: () => decideCampaign(api, question.campaign, choice),
    onSuccess: async () => {
      toast.success({ title: words.decided(name), detail: words.choices[choice] });
      await Promise.all([
        queryClient.invalidateQueries({ queryKey: campaignDetails }),
        queryClient.invalidateQueries({ queryKey: noticesKey }),
      ]);
    },
    onError: (error) => toast.error({ title: words.notDecided(name), detail: error.message }),
  });
  return (
    <Button
      variant="default"
      size="xs"
      loading={decide.isPending}
      aria-label={words.actOn(words.choices[choice], title)}
      onClick={() => decide.mutate()}
    >
      {words.choices[choice]}
    </Button>
  );
}
