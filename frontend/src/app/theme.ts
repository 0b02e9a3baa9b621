/** The look of every page: one accent colour, Inter, a 4 px grid, and contrasts of at least 4.5:1 for text. */
import {
  type CSSVariablesResolver,
  createTheme,
  defaultVariantColorsResolver,
  rem,
  type VariantColorsResolver,
} from "@mantine/core";

const radius = rem(4);

/** Text on filled controls by the colour scheme in force; the kit decides for the light one only. */
const variantColors: VariantColorsResolver = (input) => {
  const colors = defaultVariantColorsResolver(input);
  return input.variant === "filled" ? { ...colors, color: "var(--mantine-primary-color-contrast)" } : colors;
};

export const theme = createTheme({
  primaryColor: "blue",
  primaryShade: { light: 8, dark: 4 },
  autoContrast: true,
  variantColorResolver: variantColors,
  fontFamily: '"Inter Variable", system-ui, sans-serif',
  fontFamilyMonospace: "ui-monospace, SFMono-Regular, Menlo, Consolas, monospace",
  fontSizes: { xs: rem(12), sm: rem(14), md: rem(14), lg: rem(16), xl: rem(20) },
  lineHeights: { xs: "1.333", sm: "1.43", md: "1.43", lg: "1.4", xl: "1.4" },
  spacing: { xs: rem(4), sm: rem(8), md: rem(16), lg: rem(24), xl: rem(32) },
  defaultRadius: "sm",
  radius: { xs: rem(2), sm: radius, md: radius, lg: radius, xl: radius },
  headings: {
    fontWeight: "600",
    sizes: {
      h1: { fontSize: rem(20), lineHeight: "1.4" },
      h2: { fontSize: rem(16), lineHeight: "1.5" },
      h3: { fontSize: rem(14), lineHeight: "1.43" },
    },
  },
  respectReducedMotion: true,
  components: {
    Anchor: { defaultProps: { underline: "hover" } },
    Button: { defaultProps: { size: "sm" } },
    // A menu that opens puts the focus on its first item (ARIA's menu button pattern). The kit's own resting place before
    // the items gets it late, and twice: an arrow that is pressed at once is lost.
    Menu: { defaultProps: { withInitialFocusPlaceholder: false } },
    // The head of a dialog is a header element, which would be a second banner of the page.
    Modal: { defaultProps: { attributes: { header: { role: "presentation" } } } },
    Tooltip: {
      defaultProps: { multiline: true, maw: 320, withArrow: true, events: { hover: true, focus: true, touch: true } },
    },
  },
});

/** The tokens of the style guide, as variables of each colour scheme. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    "--mantine-color-body": "#FFFFFF",
    "--mantine-color-text": "#212529",
    "--mantine-color-dimmed": "#495057",
    "--mantine-color-placeholder": "#5C636A",
    "--mantine-color-anchor": "#1971C2",
    "--mantine-color-disabled-color": "#5C636A",
    "--mantine-color-default-border": "#8A9098",
    "--mantine-color-error": "#C92A2A",
    "--sl-panel": "#F8F9FA",
    "--sl-rule": "#E3E6E9",
    "--sl-control": "#8A9098",
    "--sl-ok": "#237A35",
    "--sl-warn": "#9A5B00",
    "--sl-error": "#C92A2A",
    "--sl-running": "#1971C2",
    "--sl-idle": "#495057",
  },
  dark: {
    "--mantine-color-body": "#141517",
    "--mantine-color-text": "#C9CDD2",
    "--mantine-color-dimmed": "#A6ABB1",
    "--mantine-color-placeholder": "#8E949B",
    "--mantine-color-anchor": "#4DABF7",
    "--mantine-color-disabled-color": "#8E949B",
    "--mantine-color-default-border": "#6C737A",
    "--mantine-color-error": "#FF8787",
    "--sl-panel": "#1F2023",
    "--sl-rule": "#2C2E33",
    "--sl-control": "#6C737A",
    "--sl-ok": "#69DB7C",
    "--sl-warn": "#FFC078",
    "--sl-error": "#FF8787",
    "--sl-running": "#4DABF7",
    "--sl-idle": "#A6ABB1",
  },
});
