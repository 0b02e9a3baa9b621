/** Mantine's links and buttons, made to lead to pages of the router. */
import { Anchor, Button, type ButtonProps, Menu, type MenuItemProps } from "@mantine/core";
import { createLink } from "@tanstack/react-router";
import type { ComponentProps } from "react";

type ButtonAnchorProps = ButtonProps & Omit<ComponentProps<"a">, keyof ButtonProps>;

function ButtonAnchor(props: ButtonAnchorProps) {
  return <Button component="a" {...props} />;
}

export const AnchorLink = createLink(Anchor<"a">);
export const ButtonLink = createLink(ButtonAnchor);

type MenuAnchorProps = MenuItemProps & Omit<ComponentProps<"a">, keyof MenuItemProps>;

function MenuAnchor(props: MenuAnchorProps) {
  return <Menu.Item component="a" {...props} />;
}

export const MenuLink = createLink(MenuAnchor);
