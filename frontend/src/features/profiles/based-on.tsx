/** The version that another one was made of. */
import { AnchorLink } from "@/components/link";
import { profile as words } from "@/messages/profiles";

/** Leads to the version that another one was made of, as in `quick-4k@1`. */
export function BasedOn({ on }: { on: string | null }) {
  const [name, version] = (on ?? "").split("@");
  if (!name || !version) return words.noBase;
  return (
    <AnchorLink to="/profiles/$name" params={{ name }} search={{ version: Number(version) }}>
      {words.document(name, Number(version))}
    </AnchorLink>
  );
}
