/** The commands that bring the setup script to a server. */
import { expect, test } from "vitest";
import { setupCommands } from "./setup-commands";

test("another port and an address of version 6 are written as scp wants them", () => {
  expect(setupCommands({ address: "10.0.0.4", port: 22 })[0]).toBe("scp server-setup.sh root@10.0.0.4:");
  expect(setupCommands({ address: "fd00::4", port: 2222 })[0]).toBe("scp -P 2222 server-setup.sh root@[fd00::4]:");
});
