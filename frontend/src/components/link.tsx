/** Mantine's links and buttons, made to lead to pages of the router. */
import { Anchor, Button, type ButtonProps } from "@mantine/core";
import { createLink } from "@tanstack/react-router";
import type { ComponentProps } from "react";

type ButtonAnchorProps = ButtonProps & Omit<ComponentProps<"a">, keyof ButtonProps>;

function ButtonAnchor(props: ButtonAnchorProps) {
  return <Button component="a" {...props} />;
}

export const AnchorLink = createLink(Anchor<"a">);
export const ButtonLink = createLink(ButtonAnchor);
