/** Lists as files that the lab can import again. */
import { expect, test } from "vitest";
import { aController, anArray } from "@/testing/hardware-objects";
import { aDrive, aServer } from "@/testing/objects";
import { rowOf, writtenFile, writtenTable } from "./written-file";

const HEAD = "component,number,server,name,serial,standing,owner,note,tags,manual";

test("a table has what people wrote down, and no text that a spreadsheet would run", () => {
  const drive = aDrive({ note: "=1+1", tags: ["blue", 'a "b"'], manual: { invoice: "17" } });
  const server = aServer({ owner: "ada", note: "two\nlines" });
  const table = writtenTable([rowOf({ kind: "server", piece: server }), rowOf({ kind: "drive", piece: drive })]);
  expect(table.split("\r\n")).toEqual([
    HEAD,
    'server,s-1,rack-4,rack-4,,,ada,"two\nlines",,',
    'drive,d-1,rack-4,DRIVE (/dev/nvme1n1),1,in_service,,\'=1+1,"blue; a ""b""","{""invoice"":""17""}"',
    "",
  ]);
});

test("a document has every piece in the form of the lab", async () => {
  const file = writtenFile(
    [
      { kind: "controller", piece: aController() },
      { kind: "array", piece: anArray() },
    ],
    "json",
  );
  const written = { server: "rack-4", standing: "in_service", note: "", tags: [], manual: {} };
  expect(JSON.parse(await file.text())).toEqual({
    format: "storagelab.inventory/1",
    pieces: [
      { ...written, component: "controller", number: "k-1", name: "PERC H965i (0000:3b:00.0)", serial: "SK1" },
      { ...written, component: "array", number: "v-1", name: "vd0" },
    ],
    models: [],
    published: [],
  });
});
