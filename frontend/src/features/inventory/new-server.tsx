/** Registers a server: this machine, or one that is reached through SSH. */
import { Button, NumberInput, Stack, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useApi } from "@/api/context";
import { addServer } from "@/api/servers";
import type { NewServer as NewServerRequest, Server } from "@/api/types";
import { ChoiceCards } from "@/components/choice-cards";
import { fieldErrors } from "@/components/field-errors";
import { ErrorNotice } from "@/components/notice";
import { newServer as words } from "@/messages/inventory";

interface Fields {
  transport: "local" | "ssh";
  name: string;
  address: string;
  port: number | string;
  username: string;
  host_key_fingerprint: string;
}

export function NewServer({ added }: { added: (server: Server) => void }) {
  const api = useApi();
  const queryClient = useQueryClient();
  const form = useForm<Fields>({
    initialValues: { transport: "local", name: "", address: "", port: 22, username: "", host_key_fingerprint: "" },
    validate: mistakes,
  });
  const add = useMutation({
    mutationFn: (fields: Fields) => addServer(api, requestOf(fields)),
    onSuccess: async (server) => {
      await queryClient.invalidateQueries({ queryKey: ["servers"] });
      added(server);
    },
    onError: (error) => form.setErrors(fieldErrors(error)),
  });
  return (
    <form onSubmit={form.onSubmit((fields) => add.mutate(fields))} noValidate>
      <Stack gap={16} maw={560}>
        <ChoiceCards
          label={words.transport}
          value={form.values.transport}
          onChange={(transport) => form.setFieldValue("transport", transport === "ssh" ? "ssh" : "local")}
          choices={[
            { value: "local", title: words.local, detail: words.localDetail },
            { value: "ssh", title: words.ssh, detail: words.sshDetail },
          ]}
        />
        <TextInput label={words.name} required maxLength={100} {...form.getInputProps("name")} />
        {form.values.transport === "ssh" && (
          <>
            <TextInput
              label={words.address}
              placeholder={words.addressHint}
              required
              {...form.getInputProps("address")}
            />
            <NumberInput label={words.port} min={1} max={65535} allowDecimal={false} {...form.getInputProps("port")} />
            <TextInput
              label={words.username}
              description={words.usernameHint}
              required
              autoComplete="off"
              {...form.getInputProps("username")}
            />
            <TextInput
              label={words.fingerprint}
              description={words.fingerprintHint}
              spellCheck={false}
              {...form.getInputProps("host_key_fingerprint")}
            />
          </>
        )}
        {add.error && <ErrorNotice error={add.error} />}
        <div>
          <Button type="submit" loading={add.isPending}>
            {words.submit}
          </Button>
        </div>
      </Stack>
    </form>
  );
}

function mistakes({ transport, name, address, port, username, host_key_fingerprint }: Fields) {
  const remote = transport === "ssh";
  const fingerprint = host_key_fingerprint.trim();
  return {
    name: name.trim() ? null : words.nameMissing,
    address: remote && !address.trim() ? words.addressMissing : null,
    port: remote && !(Number(port) >= 1 && Number(port) <= 65535) ? words.portWrong : null,
    username: remote && !username.trim() ? words.usernameMissing : null,
    host_key_fingerprint: remote && fingerprint && !fingerprint.startsWith("SHA256:") ? words.fingerprintWrong : null,
  };
}

function requestOf(fields: Fields): NewServerRequest {
  const name = fields.name.trim();
  if (fields.transport === "local") {
    return { name, transport: "local", address: null, port: 22, username: null, host_key_fingerprint: null };
  }
  return {
    name,
    transport: "ssh",
    address: fields.address.trim(),
    port: Number(fields.port),
    username: fields.username.trim(),
    host_key_fingerprint: fields.host_key_fingerprint.trim() || null,
  };
}
