/** The parameters of a profile, each with its limits. */
import type { Profile, ProfileParameter } from "@/api/types";
import { formatBinaryBytes, formatDuration, formatNumber } from "@/lib/units";
import { newJob as words } from "@/messages/jobs";
import { NumberField } from "./number-field";
import classes from "./parameter-fields.module.css";

export interface ParameterFieldsProps {
  profile: Profile;
  /** Those that differ from the profile's defaults. */
  values: Readonly<Record<string, number>>;
  set: (values: Record<string, number>) => void;
  /** Error of the lab about one of them. */
  error: (name: string) => string | undefined;
  id?: (name: string) => string;
}

export function ParameterFields({ profile, values, set, error, id }: ParameterFieldsProps) {
  return (
    <fieldset className={classes.fieldset}>
      <legend>{words.parameters}</legend>
      <div className={classes.fields}>
        {profile.parameters.map((parameter) => (
          <NumberField
            key={parameter.name}
            id={id?.(parameter.name)}
            label={parameter.unit ? words.withUnit(parameter.title, parameter.unit) : parameter.title}
            description={words.between(quantity(parameter, "min"), quantity(parameter, "max"))}
            value={values[parameter.name] ?? parameter.default}
            onChange={(value) => set({ ...values, [parameter.name]: value })}
            error={error(parameter.name)}
            thousandSeparator=","
          />
        ))}
      </div>
    </fieldset>
  );
}

function quantity(parameter: ProfileParameter, bound: "min" | "max"): string {
  const value = parameter[bound];
  if (parameter.unit === "s") return formatDuration(value);
  if (parameter.unit === "bytes") return formatBinaryBytes(value);
  return formatNumber(value, { digits: 6, trim: true });
}
