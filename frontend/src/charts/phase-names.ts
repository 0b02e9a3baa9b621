/** Names of phases as they fit between the marks of a chart. */
import { fitText, textWidth } from "./parts";
import { FONT_SIZE } from "./theme";

/** The longest form that fits; where none does, the shortest is cut. */
export function fitPhase(forms: readonly string[], room: number): string {
  const whole = forms.find((form) => textWidth(form, FONT_SIZE.label) <= room);
  return whole ?? fitText(forms.at(-1) ?? "", FONT_SIZE.label, room);
}
