/** Addresses of permalinks wherever they appear, each with its copy button. */
import { Button } from "@mantine/core";
import { IconCopy } from "@tabler/icons-react";
import type { ShareAddress } from "@/api/shares";
import type { Share } from "@/api/types";
import { shares as words } from "@/messages/shares";
import { Copyable } from "@/parts/copyable";
import { toast } from "@/shell/toasts";
import classes from "./shares.module.css";

const SHORT_CHARACTERS = 6;

/** Return an address as its path: `/s/Vq3xT8mK2pYc7LwZ9aRbNf`. */
export function pathOf(url: string): string {
  return URL.canParse(url) ? new URL(url).pathname : url;
}

function shorten(url: string): string {
  const path = pathOf(url);
  const end = path.lastIndexOf("/") + 1 + SHORT_CHARACTERS;
  return path.length > end ? `${path.slice(0, end)}…` : path;
}

const showCopied = () => toast.success({ title: words.copiedAddress });

export interface AddressTextProps {
  url: string;
  /** Names the address for those who hear the button. */
  label: string;
  isShort?: boolean;
}

export function AddressText({ url, label, isShort = false }: AddressTextProps) {
  return (
    <Copyable
      isInline
      value={url}
      shown={isShort ? shorten(url) : pathOf(url)}
      label={words.copyLabel(label)}
      onCopied={showCopied}
    />
  );
}

/** The first address of a permalink in a list; in words where there is none to show. */
export function ShareAddressText({ share, isShort }: { share: Share; isShort?: boolean }) {
  if (share.url) return <AddressText url={share.url} label={share.number} isShort={isShort} />;
  return <span className={classes.quiet}>{missingAddress(share)}</span>;
}

/** Why a permalink shows no address. */
export function missingAddress({ state, can_manage, addresses }: Share): string {
  if (state === "draft") return words.noAddressYet;
  if (!can_manage) return words.notYours;
  const open = addresses.filter(({ status }) => status === "open" || status === "closed");
  if (open.length === 0) return words.noOpenAddress;
  return open.some(({ readability }) => readability === "unreadable") ? words.unreadable : words.notStored;
}

/** One address of several. */
export function AddressOf({ address, isShort }: { address: ShareAddress; isShort?: boolean }) {
  if (address.url) return <AddressText url={address.url} label={address.audience} isShort={isShort} />;
  return (
    <span className={classes.quiet}>{address.readability === "not_stored" ? words.notStored : words.unreadable}</span>
  );
}

/** Copies an address; where the browser forbids it, a message has the address. */
export function CopyAddressButton({ url }: { url: string }) {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(url);
      showCopied();
    } catch {
      toast.error({ title: words.notCopied, detail: url });
    }
  };
  return (
    <Button
      variant="default"
      onClick={() => void copy()}
      leftSection={<IconCopy size={15} stroke={1.75} aria-hidden="true" />}
    >
      {words.copyAddress}
    </Button>
  );
}
