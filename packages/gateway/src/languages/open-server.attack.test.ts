import { isToolError } from "@toolplane/contract";
import { createFakeClock } from "@toolplane/testkit";
import { describe, expect, it } from "vitest";
import { readFrames } from "./frame-reader.ts";
import { openServer } from "./open-server.ts";
import {
  readDiagnostics,
  readEdits,
  readHover,
  readLocations,
  readSymbols,
} from "./read-language-answer.ts";
import { createScriptedServer, type ScriptedServer } from "./scripted-server.fixture.ts";

const codeOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => "answered",
    (error: unknown) => (isToolError(error) ? error.code : String(error)),
  );

/** Greets, then does what the test wants with each question. */
async function open(
  onQuestion: (message: { id?: number; method?: string }, server: ScriptedServer) => void,
  capabilities: unknown = {},
) {
  const clock = createFakeClock();
  const server = createScriptedServer((message, self) => {
    if (message.method === "initialize")
      self.send({ jsonrpc: "2.0", id: message.id, result: { capabilities } });
    else onQuestion(message, self);
  });
  const opened = await openServer(server.channel, { workspace: "/w", clock });
  const ask = (about: "hover" | "diagnostics" | "symbols", signal = new AbortController().signal) =>
    opened.ask(about === "hover" ? { about, at: { line: 0, character: 0 } } : { about }, {
      path: "/w/a.ts",
      text: "x",
      signal,
    });
  return { ask, opened, server, clock };
}

describe("a hostile language server", () => {
  it("that never greets is given up and ended", async () => {
    const clock = createFakeClock();
    const server = createScriptedServer(() => {});
    const opening = codeOf(openServer(server.channel, { workspace: "/w", clock }));
    await clock.advance(30_000);
    expect(await opening).toBe("timeout");
    expect(await server.closed).toMatchObject({ cause: "closed" });
  });

  it("that never answers holds no call, and a cancel ends the wait", async () => {
    const { ask, clock } = await open(() => {});
    const late = codeOf(ask("hover"));
    await clock.advance(20_000);
    expect(await late).toBe("timeout");
    const silent = codeOf(ask("diagnostics"));
    await clock.advance(8_000);
    expect(await silent).toBe("timeout");
    const abort = new AbortController();
    const cancelled = codeOf(ask("hover", abort.signal));
    abort.abort();
    expect(await cancelled).toBe("cancelled");
  });

  it("that crashes in the middle of a question is said to be gone", async () => {
    const { ask, opened } = await open((_message, server) => server.end("exited"));
    expect(await codeOf(ask("symbols"))).toBe("unavailable");
    expect(opened.ended()).toContain("has ended (exited)");
    expect(await codeOf(ask("symbols"))).toBe("unavailable");
  });

  it("that ends at a wall of ours says which", async () => {
    const clock = createFakeClock();
    const server = createScriptedServer((_message, self) => self.end("exited"));
    const walls = () => [
      { kind: "hidden", name: "/w/.env", because: "fs.read **/.env deny" } as const,
    ];
    const opening = openServer({ ...server.channel, walls }, { workspace: "/w", clock });
    await expect(opening).rejects.toThrow(
      "has ended (exited). [Not shown to it, because a rule denies it: /w/.env (fs.read **/.env deny).",
    );
  });

  it.each([
    ["a message without end", "Content-Length: 999999999999\r\n\r\n"],
    ["a header without end", "x".repeat(5_000)],
    ["a header without a length", "X: 1\r\n\r\n{}"],
    ["what is no JSON", "Content-Length: 2\r\n\r\nno"],
    ["a number for a message", "Content-Length: 1\r\n\r\n7"],
  ])("that says %s is ended at once", async (_what, said) => {
    const { ask, server } = await open((_message, self) => self.say(said));
    expect(await codeOf(ask("symbols"))).toBe("unavailable");
    expect(await server.closed).toMatchObject({ cause: "closed" });
  });

  it("that floods with other files and questions is heard within bounds", async () => {
    const { ask } = await open((message, server) => {
      if (message.method !== "textDocument/documentSymbol") return;
      for (let at = 0; at < 2_000; at += 1) {
        const params = { uri: `file:///w/${at}`, diagnostics: [] };
        server.send({ jsonrpc: "2.0", method: "textDocument/publishDiagnostics", params });
        const items = Array(50).fill({});
        server.send({
          jsonrpc: "2.0",
          id: at,
          method: "workspace/configuration",
          params: { items },
        });
      }
      server.send({ jsonrpc: "2.0", id: message.id, result: [] });
    });
    expect(await ask("symbols")).toEqual({ kind: "symbols", symbols: [] });
  });

  it("that wants files changed hears that nothing was", async () => {
    const heard: unknown[] = [];
    const { ask } = await open((message, server) => {
      if ("result" in message) {
        heard.push(message.result);
        server.send({ jsonrpc: "2.0", id: 1, result: [] });
      } else if (message.method === "textDocument/documentSymbol")
        server.send({ jsonrpc: "2.0", id: 77, method: "workspace/applyEdit", params: {} });
    });
    await ask("symbols");
    expect(heard).toEqual([{ applied: false }]);
  });

  it("that answers in other forms than the protocol's is read as far as it goes", () => {
    const odd = [null, 7, "x", [], [null, 1, {}], { uri: 1 }, { range: { start: {}, end: {} } }];
    for (const answer of odd) {
      expect(readLocations(answer)).toEqual([]);
      expect(readSymbols(answer)).toEqual([]);
      expect(readDiagnostics(answer)).toEqual([]);
      expect(readEdits(answer)).toEqual([]);
      expect(typeof readHover(answer)).toBe("string");
    }
    const range = { start: { line: 0, character: 0 }, end: { line: 0, character: 1 } };
    const uris = [
      "http://a/b",
      "file://evil/etc/passwd",
      "file:///a%2Fb",
      "untitled:x",
      "/etc/passwd",
    ];
    expect(readLocations(uris.map((uri) => ({ uri, range })))).toEqual([]);
    expect(
      readLocations({
        uri: "file:///w/a.ts",
        range: { ...range, start: { line: -1, character: 0 } },
      }),
    ).toEqual([]);
    const nested: { name: string; selectionRange: unknown; children?: unknown }[] = [
      { name: "a", selectionRange: range },
    ];
    if (nested[0]) nested[0].children = nested;
    expect(readSymbols(nested).length).toBeLessThan(20);
  });
});

describe("readFrames", () => {
  it("puts messages together however they are cut", async () => {
    const whole = Buffer.from('Content-Length: 5\r\n\r\n"é!"content-length:2\r\nX: y\r\n\r\n{}');
    async function* bytes() {
      for (const byte of whole) yield Uint8Array.of(byte);
    }
    const found: string[] = [];
    for await (const text of readFrames(bytes())) found.push(text);
    expect(found).toEqual(['"é!"', "{}"]);
  });
});
