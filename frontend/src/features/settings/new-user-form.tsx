/** Form that adds a user by name and role. */
import { Button, Group, Select, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useMutation } from "@tanstack/react-query";
import { useApi } from "@/api/context";
import type { NewUser, User } from "@/api/types";
import { addUser, ROLES } from "@/api/users";
import { fieldErrors } from "@/components/field-errors";
import { ErrorNotice } from "@/components/notice";
import { word } from "@/messages";
import { settings as words } from "@/messages/settings";

const NAME = /^[a-z0-9][a-z0-9._-]{0,62}$/;

export function NewUserForm({ added }: { added: (user: User) => void }) {
  const api = useApi();
  const form = useForm<NewUser>({
    initialValues: { name: "", role: "operator" },
    validate: { name: (name) => (NAME.test(name.trim()) ? null : words.userNameWrong) },
  });
  const add = useMutation({
    mutationFn: ({ name, role }: NewUser) => addUser(api, { name: name.trim(), role }),
    onSuccess: (user) => {
      form.reset();
      added(user);
    },
    onError: (error) => form.setErrors(fieldErrors(error)),
  });
  return (
    <form onSubmit={form.onSubmit((fields) => add.mutate(fields))} noValidate>
      <Group gap={16} align="flex-start">
        <TextInput
          label={words.userName}
          description={words.userNameHint}
          inputWrapperOrder={["label", "input", "description", "error"]}
          required
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={63}
          {...form.getInputProps("name")}
        />
        <Select
          label={words.role}
          data={ROLES.map((role) => ({ value: role, label: word(words.roles, role) }))}
          allowDeselect={false}
          w={160}
          {...form.getInputProps("role")}
        />
        <Button type="submit" loading={add.isPending} mt={24}>
          {words.addUser}
        </Button>
      </Group>
      {add.error && <ErrorNotice error={add.error} />}
    </form>
  );
}
