/** Which two configurations or runs are compared. */
import { Button, Group, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { configurations, diff as words } from "@/messages/configurations";

export interface SidesFormProps {
  a: string;
  b: string;
  choose: (sides: { a: string; b: string }) => void;
}

export function SidesForm({ a, b, choose }: SidesFormProps) {
  const isGiven = (text: string) => (text.trim() === "" ? words.missing : null);
  const form = useForm({ initialValues: { a, b }, validate: { a: isGiven, b: isGiven } });
  return (
    <form
      aria-label={words.choose}
      onSubmit={form.onSubmit((sides) => choose({ a: sides.a.trim(), b: sides.b.trim() }))}
      noValidate
    >
      <Group gap={8} align="flex-end">
        <TextInput label={words.a} placeholder="c-1" maxLength={64} w={160} {...form.getInputProps("a")} />
        <TextInput label={words.b} placeholder="c-2" maxLength={64} w={160} {...form.getInputProps("b")} />
        <Button type="submit">{words.submit}</Button>
        {a && b && (
          <Button variant="default" onClick={() => choose({ a: b, b: a })}>
            {words.swap}
          </Button>
        )}
      </Group>
      <span className="visually-hidden">{configurations.compareHint}</span>
    </form>
  );
}
