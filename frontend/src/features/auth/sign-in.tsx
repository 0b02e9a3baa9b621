/** Signs in with a one-time link: from the address itself, or pasted. */
import { Button, Paper, Text, TextInput } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { useApi } from "@/api/context";
import { sessionQuery, signIn } from "@/api/session";
import { ErrorNotice } from "@/components/notice";
import { PageHeader } from "@/components/page";
import { messages } from "@/messages";
import classes from "./sign-in.module.css";
import { tokenOf } from "./token";

export interface SignInProps {
  /** The token that came with the address, or "". */
  token: string;
  signedIn: () => void;
}

export function SignIn({ token, signedIn }: SignInProps) {
  const api = useApi();
  const queryClient = useQueryClient();
  const { mutate, isPending, error } = useMutation({
    mutationFn: (given: string) => signIn(api, given),
    onSuccess: (session) => {
      queryClient.setQueryData(sessionQuery(api).queryKey, session);
      signedIn();
    },
  });
  // A token works once: a second pass of the effect must not spend it again.
  const spent = useRef("");
  useEffect(() => {
    if (token === "" || spent.current === token) return;
    spent.current = token;
    mutate(token);
  }, [token, mutate]);

  return (
    <main className={classes.page}>
      <Paper className={classes.panel}>
        <PageHeader title={messages.signIn.title} />
        <Text>
          {messages.signIn.explain} <code>storagelab up</code> {messages.signIn.explainAfter}{" "}
          <code>storagelab sign-in</code>.
        </Text>
        {error && <ErrorNotice error={error} />}
        {error && <Text c="dimmed">{messages.signIn.used}</Text>}
        <LinkForm busy={isPending} submit={mutate} />
      </Paper>
    </main>
  );
}

function LinkForm({ busy, submit }: { busy: boolean; submit: (token: string) => void }) {
  const [link, setLink] = useState("");
  const [refused, setRefused] = useState<string | null>(null);
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    const token = tokenOf(link);
    setRefused(token === "" ? messages.signIn.empty : null);
    if (token !== "") submit(token);
  };
  return (
    <form onSubmit={onSubmit} className={classes.form} noValidate>
      <TextInput
        label={messages.signIn.paste}
        description={messages.signIn.pasteHint}
        value={link}
        onChange={(event) => setLink(event.currentTarget.value)}
        error={refused}
        autoComplete="off"
        spellCheck={false}
      />
      <Button type="submit" loading={busy}>
        {messages.signIn.submit}
      </Button>
    </form>
  );
}
