/** Small choices in a row, any number of which may be on. */
import classes from "./new-campaign.module.css";

export interface ChipsProps<Value> {
  label: string;
  options: readonly { value: Value; label: string }[];
  chosen: readonly Value[];
  change: (chosen: Value[]) => void;
}

export function Chips<Value extends string | number>({ label, options, chosen, change }: ChipsProps<Value>) {
  return (
    <fieldset className={classes.fieldset}>
      <legend className={classes.label}>{label}</legend>
      <div className={classes.chips}>
        {options.map(({ value, label: text }) => {
          const isOn = chosen.includes(value);
          return (
            <label key={value} className={classes.chip} data-chosen={isOn || undefined}>
              <input
                type="checkbox"
                checked={isOn}
                onChange={() => change(isOn ? chosen.filter((other) => other !== value) : [...chosen, value])}
              />
              {text}
            </label>
          );
        })}
      </div>
    </fieldset>
  );
}
