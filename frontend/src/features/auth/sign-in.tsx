/** Signs in with a one-time link: from the address itself, or pasted. */
import { Button, TextInput, useComputedColorScheme, useMantineColorScheme } from "@mantine/core";
import { IconLink, IconLogin2, IconMoon, IconShieldCheck, IconSun, IconTerminal2 } from "@tabler/icons-react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { useApi } from "@/api/context";
import { sessionQuery, signIn } from "@/api/session";
import { ErrorNotice } from "@/components/notice";
import { PageHeader } from "@/components/page";
import { messages } from "@/messages";
import classes from "./sign-in.module.css";
import { tokenOf } from "./token";

const words = messages.signIn;

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
      <Backdrop />
      <div className={classes.column}>
        <div className={classes.panel}>
          <img src="/favicon.svg" alt="" width={40} height={40} />
          <PageHeader title={words.title} documentTitle={words.submit} />
          <p className={classes.lead}>{words.explain}</p>
          {error && <ErrorNotice error={error} />}
          {error && <p className={classes.lead}>{words.used}</p>}
          <LinkForm busy={isPending} submit={mutate} />
          <p className={classes.source}>
            <IconTerminal2 size={15} stroke={1.75} aria-hidden="true" />
            <span>
              {words.source} <code>storagelab sign-in</code> {words.sourceAfter}
            </span>
          </p>
        </div>
        <Foot />
      </div>
    </main>
  );
}

function LinkForm({ busy, submit }: { busy: boolean; submit: (token: string) => void }) {
  const [link, setLink] = useState("");
  const [refused, setRefused] = useState<string | null>(null);
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    const token = tokenOf(link);
    setRefused(token === "" ? words.empty : null);
    if (token !== "") submit(token);
  };
  return (
    <form onSubmit={onSubmit} className={classes.form} noValidate>
      <TextInput
        label={words.paste}
        placeholder={words.pasteHint}
        leftSection={<IconLink size={15} stroke={1.75} aria-hidden="true" />}
        value={link}
        onChange={(event) => setLink(event.currentTarget.value)}
        error={refused}
        autoComplete="off"
        spellCheck={false}
      />
      <Button
        type="submit"
        size="md"
        fullWidth
        loading={busy}
        leftSection={<IconLogin2 size={16} stroke={1.75} aria-hidden="true" />}
      >
        {words.submit}
      </Button>
    </form>
  );
}

function Foot() {
  const { setColorScheme } = useMantineColorScheme();
  const isDark = useComputedColorScheme("light", { getInitialValueInEffect: false }) === "dark";
  const Icon = isDark ? IconSun : IconMoon;
  return (
    <div className={classes.foot}>
      <span>
        <IconShieldCheck size={13} stroke={1.75} aria-hidden="true" />
        {words.permalinks}
      </span>
      <button type="button" onClick={() => setColorScheme(isDark ? "light" : "dark")}>
        <Icon size={13} stroke={1.75} aria-hidden="true" />
        {isDark ? words.toLight : words.toDark}
      </button>
    </div>
  );
}

/** A curve that falls into its steady state. */
function Backdrop() {
  return (
    <svg className={classes.backdrop} viewBox="0 0 1440 414" preserveAspectRatio="none" aria-hidden="true">
      <rect x="860" y="150" width="420" height="264" />
      <path d="M0 60h260c240 0 170 190 560 200h620" />
      <path d="M0 64h180c240 0 170 250 560 262h700" data-second="" />
    </svg>
  );
}
