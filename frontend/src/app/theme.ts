/** The tokens as Mantine takes them. Sizes and borders of its parts are in mantine.css. */
import {
  type CSSVariablesResolver,
  createTheme,
  defaultVariantColorsResolver,
  type MantineColorsTuple,
  rem,
  type VariantColorsResolver,
} from "@mantine/core";
import { variableName } from "./token-css";
import { breakpoints, fonts, lineHeight, radius } from "./tokens";

const token = (name: string): string => `var(${variableName(name)})`;

/** Mantine mixes shades for hover; ours lie between the colour and the text. */
const pressed = (colour: string): string => `color-mix(in srgb, ${colour} 88%, ${token("text")})`;

/** The shades that Mantine reads of a colour: 0 and 9 as text on its soft ground, 1 and 2 as that ground. */
function shades(name: string, ink = name): MantineColorsTuple {
  const [colour, soft] = [token(name), token(`${name}Soft`)];
  return [token(ink), soft, soft, colour, token(ink), colour, colour, pressed(colour), colour, token(ink)];
}

const TONES = { blue: "accent", red: "err", yellow: "warn", green: "ok", teal: "ok" } as const;

/** Grounds and borders of the parts: Mantine reads `gray` where it is light and `dark` where it is dark. */
const gray = ["surface2", "surface2", "surface3", "line", "line2", "text3", "text2", "text2", "text", "text"].map(
  token,
);
const dark = ["text", "text2", "text3", "control", "line2", "surface3", "surface", "surface", "surface2", "bg"].map(
  token,
);

const variantColors: VariantColorsResolver = (input) => {
  const { variant, color } = input;
  const border = `${rem(1)} solid transparent`;
  if (variant === "filled") {
    const isDanger = color === "red";
    const background = token(isDanger ? "err" : "accent");
    return { background, hover: pressed(background), color: token(isDanger ? "onErr" : "onAccent"), border };
  }
  if (variant === "subtle")
    return { background: "transparent", hover: token("surface3"), color: token("text2"), border };
  return defaultVariantColorsResolver(input);
};

export const theme = createTheme({
  primaryColor: "blue",
  colors: {
    ...Object.fromEntries(
      Object.entries(TONES).map(([name, tone]) => [name, shades(tone, tone === "accent" ? "accentInk" : tone)]),
    ),
    gray: gray as unknown as MantineColorsTuple,
    dark: dark as unknown as MantineColorsTuple,
  },
  variantColorResolver: variantColors,
  fontFamily: fonts.text,
  fontFamilyMonospace: fonts.mono,
  fontSizes: { xs: rem(11), sm: rem(12), md: rem(13), lg: rem(14), xl: rem(16) },
  lineHeights: { xs: "1.4", sm: "1.4", md: String(lineHeight), lg: String(lineHeight), xl: "1.4" },
  fontWeights: { regular: "400", medium: "520", bold: "600" },
  spacing: { xs: rem(4), sm: rem(8), md: rem(12), lg: rem(16), xl: rem(24) },
  defaultRadius: "sm",
  radius: {
    xs: `${radius.small}px`,
    sm: `${radius.field}px`,
    md: `${radius.field}px`,
    lg: `${radius.card}px`,
    xl: `${radius.dialog}px`,
  },
  shadows: { xs: "var(--sl-e1)", sm: "var(--sl-e1)", md: "var(--sl-e2)", lg: "var(--sl-e3)", xl: "var(--sl-e3)" },
  breakpoints: {
    xs: `${breakpoints.xs / 16}em`,
    sm: `${breakpoints.sm / 16}em`,
    md: `${breakpoints.md / 16}em`,
    lg: `${breakpoints.lg / 16}em`,
    xl: `${breakpoints.xl / 16}em`,
  },
  headings: {
    fontFamily: fonts.text,
    fontWeight: "600",
    sizes: {
      h1: { fontSize: rem(20), lineHeight: "1.25", fontWeight: "640" },
      h2: { fontSize: rem(14), lineHeight: "1.4", fontWeight: "620" },
      h3: { fontSize: rem(13), lineHeight: String(lineHeight) },
    },
  },
  respectReducedMotion: true,
  components: {
    Anchor: { defaultProps: { underline: "hover" } },
    Button: { defaultProps: { size: "sm" } },
    // A menu that opens puts the focus on its first item (ARIA's menu button pattern). The kit's own resting place before
    // the items gets it late, and twice: an arrow that is pressed at once is lost.
    Menu: { defaultProps: { withInitialFocusPlaceholder: false, radius: radius.menu, shadow: "lg" } },
    // The head of a dialog is a header element, which would be a second banner of the page.
    Modal: {
      defaultProps: {
        attributes: { header: { role: "presentation" } },
        radius: radius.dialog,
        shadow: "lg",
        padding: 16,
      },
    },
    ModalOverlay: { defaultProps: { color: token("overlay"), backgroundOpacity: 1 } },
    Popover: { defaultProps: { radius: radius.menu, shadow: "lg" } },
    Combobox: { defaultProps: { radius: radius.menu, shadow: "lg" } },
    Switch: { defaultProps: { withThumbIndicator: false } },
    Tooltip: {
      defaultProps: {
        multiline: true,
        maw: 320,
        withArrow: true,
        openDelay: 300,
        events: { hover: true, focus: true, touch: true },
      },
    },
  },
});

/** Both themes have the same names here; the values change with the scheme in the sheet of the tokens. */
const mapped = {
  "--mantine-color-black": token("text"),
  "--mantine-color-body": token("bg"),
  "--mantine-color-text": token("text"),
  "--mantine-color-bright": token("text"),
  "--mantine-color-dimmed": token("text2"),
  "--mantine-color-placeholder": token("text3"),
  "--mantine-color-anchor": token("accentInk"),
  "--mantine-color-default": token("surface"),
  "--mantine-color-default-hover": token("surface2"),
  "--mantine-color-default-color": token("text"),
  "--mantine-color-default-border": token("line2"),
  "--mantine-color-disabled": token("surface3"),
  "--mantine-color-disabled-color": token("text3"),
  "--mantine-color-disabled-border": token("line2"),
  "--mantine-color-error": token("err"),
  "--mantine-color-success": token("ok"),
  "--mantine-primary-color-contrast": token("onAccent"),
};

/** Soft grounds are tokens of their own; Mantine would darken shade 9 for them. */
const softGrounds = Object.fromEntries(
  Object.entries(TONES).flatMap(([name, tone]) => [
    [`--mantine-color-${name}-light`, token(`${tone}Soft`)],
    [`--mantine-color-${name}-light-hover`, token(`${tone}Soft`)],
  ]),
);

export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  // Mantine uses white for backgrounds in the light theme, and for text in the dark one.
  light: { ...mapped, "--mantine-color-white": token("surface") },
  dark: { ...mapped, ...softGrounds, "--mantine-color-white": token("text") },
});
