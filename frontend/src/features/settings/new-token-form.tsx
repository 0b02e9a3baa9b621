/** Makes a token: what it is for, what it may do, and for how long. */
import { Button, Group, Select, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useMutation } from "@tanstack/react-query";
import { useApi } from "@/api/context";
import type { IssuedToken, Role } from "@/api/types";
import { issueToken, ROLES } from "@/api/users";
import { fieldErrors } from "@/components/field-errors";
import { ErrorNotice } from "@/components/notice";
import { word } from "@/messages";
import { settings as words } from "@/messages/settings";

const DAYS = [7, 30, 90, 365];

interface Fields {
  name: string;
  role: Role;
  expires_in_days: string;
}

const EMPTY: Fields = { name: "", role: "viewer", expires_in_days: "90" };

export function NewTokenForm({ made }: { made: (token: IssuedToken) => void }) {
  const api = useApi();
  const form = useForm<Fields>({
    initialValues: EMPTY,
    validate: { name: (name) => (name.trim() ? null : words.tokenNameMissing) },
  });
  const issue = useMutation({
    mutationFn: ({ name, role, expires_in_days }: Fields) =>
      issueToken(api, { name: name.trim(), role, expires_in_days: Number(expires_in_days) }),
    onSuccess: (token) => {
      form.reset();
      made(token);
    },
    onError: (error) => form.setErrors(fieldErrors(error)),
  });
  return (
    <form onSubmit={form.onSubmit((fields) => issue.mutate(fields))} noValidate>
      <Group gap={16} align="flex-start">
        <TextInput
          label={words.tokenName}
          description={words.tokenNameHint}
          inputWrapperOrder={["label", "input", "description", "error"]}
          required
          autoComplete="off"
          maxLength={100}
          {...form.getInputProps("name")}
        />
        <Select
          label={words.tokenRole}
          data={ROLES.map((role) => ({ value: role, label: word(words.roles, role) }))}
          allowDeselect={false}
          w={160}
          {...form.getInputProps("role")}
        />
        <Select
          label={words.tokenDays}
          data={DAYS.map((days) => ({ value: String(days), label: words.days(days) }))}
          allowDeselect={false}
          w={130}
          {...form.getInputProps("expires_in_days")}
        />
        <Button type="submit" loading={issue.isPending} mt={24}>
          {words.makeToken}
        </Button>
      </Group>
      {issue.error && <ErrorNotice error={issue.error} />}
    </form>
  );
}
