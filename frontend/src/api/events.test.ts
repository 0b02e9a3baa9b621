import { expect, test, vi } from "vitest";
import { aRunUnderWay } from "@/testing/overview-objects";
import type { StreamSource } from "./event-stream";
import { followLab, type LabEvents, MAX_SAMPLES, withMessages } from "./events";
import type { RunMessage } from "./types";

const NOTHING: LabEvents = { runs: new Map(), silentSince: null };
const { live } = aRunUnderWay();

function aMessage(at_ms: number, changes: Partial<RunMessage> = {}): RunMessage {
  return {
    run_id: "run-1",
    run_number: "r-1",
    job_number: "j-1",
    server_id: "server-1",
    state: "running",
    progress: null,
    live: live && { ...live, at_ms, iops: at_ms },
    temperature_c: null,
    ...changes,
  };
}

function aSource() {
  const listeners = new Map<string, (message: MessageEvent<string>) => void>();
  const close = vi.fn();
  const source: StreamSource = { addEventListener: (name, listener) => listeners.set(name, listener), close };
  const send = (name: string, data: unknown = {}) =>
    listeners.get(name)?.(new MessageEvent(name, { data: JSON.stringify(data) }));
  return { source, send, close };
}

test("messages of the stream reach their handlers, and its end closes it", () => {
  const handlers = { run: vi.fn(), changed: vi.fn(), notice: vi.fn(), connected: vi.fn() };
  const { source, send, close } = aSource();
  const end = followLab(source, handlers);

  send("run_progress", aMessage(1));
  send("state_changed", { changed: ["runs", "lab"] });
  send("notice");
  send("error");

  expect(handlers.run).toHaveBeenCalledWith(aMessage(1));
  expect(handlers.changed).toHaveBeenCalledWith(["runs", "lab"]);
  expect(handlers.notice).toHaveBeenCalledOnce();
  expect(handlers.connected.mock.calls.map(([connected]) => connected)).toEqual([true, true, true, false]);
  end();
  expect(close).toHaveBeenCalledOnce();
});

test("the newest message of a run holds, with the samples of its phase", () => {
  const events = withMessages(NOTHING, [aMessage(1_000), aMessage(2_000), aMessage(2_000)], null);
  expect(events.runs.get("run-1")?.message).toEqual(aMessage(2_000));
  expect(events.runs.get("run-1")?.samples).toEqual([
    { at_ms: 1_000, iops: 1_000 },
    { at_ms: 2_000, iops: 2_000 },
  ]);

  const next = aMessage(3_000, { live: live && { ...live, at_ms: 3_000, phase_ordinal: live.phase_ordinal + 1 } });
  expect(withMessages(events, [next], null).runs.get("run-1")?.samples).toHaveLength(1);
});

test("samples are bounded", () => {
  const messages = Array.from({ length: MAX_SAMPLES + 5 }, (_, index) => aMessage(index + 1));
  const samples = withMessages(NOTHING, messages, null).runs.get("run-1")?.samples;
  expect(samples).toHaveLength(MAX_SAMPLES);
  expect(samples?.at(-1)?.at_ms).toBe(MAX_SAMPLES + 5);
});

test("nothing new is the same object, and silence alone is new", () => {
  expect(withMessages(NOTHING, [], null)).toBe(NOTHING);
  expect(withMessages(NOTHING, [], 5).silentSince).toBe(5);
});
