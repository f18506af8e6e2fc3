import { ToolError } from "@toolplane/contract";
import { createFakeClock } from "@toolplane/testkit";
import { describe, expect, it } from "vitest";
import { createLanguages, type LanguagesOptions } from "./create-languages.ts";
import { createScriptedServer, type ScriptedServer } from "./scripted-server.fixture.ts";

type Request = Parameters<LanguagesOptions["openChannel"]>[0];

/** Servers that answer every question, and how each was opened. */
function open() {
  const opened: { readonly request: Request; readonly server: ScriptedServer }[] = [];
  const languages = createLanguages({
    servers: () => [{ name: "any", command: [process.execPath], endings: ["x"] }],
    ground: { environment: {}, home: "/nowhere", workspace: process.cwd() },
    clock: createFakeClock(),
    async openChannel(request) {
      const server = createScriptedServer(({ id }, self) => {
        if (id !== undefined) self.send({ jsonrpc: "2.0", id, result: { capabilities: {} } });
      });
      opened.push({ request, server });
      return server.channel;
    },
  });
  const ask = () =>
    languages.ask({
      question: { about: "symbols" },
      path: "a.x",
      text: "",
      signal: new AbortController().signal,
    });
  return { opened, ask, languages };
}

describe("language servers and rules that change", () => {
  it("one that rules end is started again with the next question, however often that happens", async () => {
    const { opened, ask, languages } = open();
    for (let ended = 0; ended < 6; ended += 1) {
      await ask();
      expect(opened).toHaveLength(ended + 1);
      const last = opened.at(-1);
      last?.request.onRules?.("A rule denies it.");
      last?.server.end("rules");
      await last?.server.closed;
    }
    await languages.close();
  });

  it("one that ends by itself over and over is still left alone for a while", async () => {
    const { opened, ask, languages } = open();
    for (let ended = 0; ended < 3; ended += 1) {
      await ask();
      opened.at(-1)?.server.end();
      await opened.at(-1)?.server.closed;
    }
    await expect(ask()).rejects.toThrow(ToolError);
    await languages.close();
  });

  it("one that could read more runs on, and the next question that finds it idle starts it again", async () => {
    const { opened, ask, languages } = open();
    await ask();
    opened[0]?.request.onWider?.();
    await Promise.all([ask(), ask()]);
    expect(opened).toHaveLength(2);
    await languages.close();
  });
});
