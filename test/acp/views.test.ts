/** Sessions of an editor in views: their own, and those that a required check gives them. */
import { spawn } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Readable, Writable } from "node:stream";
import { client as acpClient, ndJsonStream, type SessionUpdate } from "@agentclientprotocol/sdk";
import { type ModelScript, type ScriptedTurn, scriptedModel } from "@toolplane/agent";
import { type Editor, type EditorOptions, openCliWorld, openEditor } from "@toolplane/cli/fixtures";
import { describe, expect, it, onTestFinished } from "vitest";
import { hasSandbox } from "../has-sandbox.ts";

const CHECK = "grep -q BROKEN list.txt && { echo list.txt is broken; exit 1; }; exit 0\n";
const FILES = { "list.txt": "one\ntwo\nthree\nfour\nfive\n", "verify.sh": CHECK };

const requires = (per: string): Readonly<Record<string, string>> => ({
  "../config/policy.jsonc": JSON.stringify({
    land: { require: [{ name: "whole", run: "sh verify.sh", per }] },
  }),
});

const replace = (from: string, to: string): ScriptedTurn => ({
  calls: [
    { name: "read", arguments: { path: "list.txt" } },
    { name: "edit", arguments: { path: "list.txt", old_string: from, new_string: to } },
  ],
});

interface Open extends Editor {
  read(): string;
  write(text: string): void;
  /** What the editor shows as the agent's words. */
  words(): string;
  views(): Promise<readonly { readonly id: string }[]>;
}

async function open(script: ModelScript, options: Partial<EditorOptions> = {}): Promise<Open> {
  const world = openCliWorld({ ...FILES, ...options.files });
  const editor = await openEditor({ script, ...options, world });
  onTestFinished(async () => {
    const faults = editor.faults();
    await editor.close();
    world.remove();
    expect(faults).toEqual([]);
  });
  const file = join(world.workspace, "list.txt");
  return {
    ...editor,
    read: () => readFileSync(file, "utf8"),
    write: (text) => writeFileSync(file, text),
    words: () =>
      editor
        .of("agent_message_chunk")
        .map(({ content }) => (content.type === "text" ? content.text : ""))
        .join(""),
    async views() {
      const { stdout } = await world.run(["views", "--json"]);
      return JSON.parse(stdout).views;
    },
  };
}

describe.skipIf(!hasSandbox)("an editor's session in a view of its own (needs a sandbox)", () => {
  it("lands what a prompt changed when the prompt is over, over stdio", async () => {
    const turns = [replace("two", "TWO"), { text: "Done." }];
    const world = openCliWorld({
      ...FILES,
      "../turns.jsonl": turns.map((turn) => JSON.stringify(turn)).join("\n"),
    });
    onTestFinished(() => world.remove());
    const { program, words } = world.command([
      ...["acp", "--view", "own"],
      ...["--script", join(world.root, "turns.jsonl")],
    ]);
    const child = spawn(program, words, {
      cwd: world.workspace,
      env: { ...process.env, ...world.environment },
      stdio: ["pipe", "pipe", "ignore"],
    });
    const ended = new Promise((resolve) => child.once("close", resolve));
    const updates: SessionUpdate[] = [];
    const file = join(world.workspace, "list.txt");
    const { agent } = acpClient({ name: "editor" })
      .onNotification("session/update", ({ params }) => void updates.push(params.update))
      .connect(
        ndJsonStream(
          Writable.toWeb(child.stdin) as WritableStream<Uint8Array>,
          Readable.toWeb(child.stdout) as ReadableStream<Uint8Array>,
        ),
      );
    await agent.request("initialize", { protocolVersion: 1 });
    const { sessionId } = await agent.request("session/new", {
      cwd: world.workspace,
      mcpServers: [],
    });
    const prompt = [{ type: "text" as const, text: "Mend it." }];
    expect(await agent.request("session/prompt", { sessionId, prompt })).toEqual({
      stopReason: "end_turn",
    });
    expect(readFileSync(file, "utf8")).toBe(FILES["list.txt"].replace("two", "TWO"));
    expect(JSON.stringify(updates)).toContain("1 file landed");
    child.stdin.end();
    await ended;
    expect((await world.run(["views"])).stdout).toContain("No views.");
  });

  it("tells of a conflict by name, and lands what the model made of it", async () => {
    const editor: Open = await open([], {
      agent: {
        view: "own",
        model: async () =>
          scriptedModel((_request, turn) => {
            if (turn === 0) return replace("two", "TWO");
            if (turn === 1) editor.write(FILES["list.txt"].replace("two", "zwei"));
            return turn === 2 ? replace("zwei", "ZWEI") : { text: "Done." };
          }),
      },
    });
    await editor.prompt(await editor.session(), "Mend it.");
    expect(editor.words()).toMatch(
      /changed in the same places\nlist\.txt|same places\n.*list\.txt/,
    );
    expect(editor.words()).toContain("The model was told and works on.");
    expect(editor.read()).toContain("ZWEI");
  });

  it("is refused in words where no view can be held", async () => {
    const files = { "../config/config.jsonc": '{ "sandbox": "none" }' };
    const editor = await open([{ text: "Done." }], { files, agent: { view: "own" } });
    await expect(editor.session()).rejects.toThrow(/cannot hold a view/);
  });
});

describe.skipIf(!hasSandbox)(
  "an editor in a project that requires checks (needs a sandbox)",
  () => {
    it("gets what passes, and nothing of the rest, not into its open texts either", async () => {
      const texts = new Map<string, string>();
      const editor = await open(
        [replace("two", "BROKEN"), ...Array.from({ length: 5 }, () => ({ text: "It is fine." }))],
        {
          files: requires("turn"),
          capabilities: { fs: { readTextFile: true, writeTextFile: true } },
          open: texts,
        },
      );
      const file = join(editor.world.workspace, "list.txt");
      texts.set(file, FILES["list.txt"]);
      await editor.prompt(await editor.session(), "Mend it.");
      const [left] = await editor.views();
      expect(editor.words()).toContain("nothing landed: a required check does not pass");
      expect(editor.words()).toContain("list.txt is broken");
      expect(editor.words()).toContain(`toolplane views show ${left?.id}`);
      expect([editor.read(), texts.get(file)]).toEqual([FILES["list.txt"], FILES["list.txt"]]);
    });

    it("is held back until the session is over where a check is for the whole run", async () => {
      const editor = await open(
        [replace("two", "TWO"), { text: "Done." }, replace("five", "FIVE"), { text: "Done." }],
        { files: requires("run") },
      );
      const sessionId = await editor.session();
      for (const words of ["First.", "Second."]) await editor.prompt(sessionId, words);
      expect(editor.words()).toContain("held back until the run is over");
      expect(editor.read()).toBe(FILES["list.txt"]);
      await editor.agent.request("session/close", { sessionId });
      expect(editor.read()).toBe("one\nTWO\nthree\nfour\nFIVE\n");
    });

    it("gets each call by itself where every check is for a call", async () => {
      const seen: string[] = [];
      const editor: Open = await open([], {
        files: requires("call"),
        agent: {
          model: async () =>
            scriptedModel(({ messages }, turn) => {
              seen.push(editor.read());
              if (turn === 2)
                expect(JSON.stringify(messages.at(-1))).toContain("list.txt is broken");
              const made = [
                ["one", "ONE"],
                ["two", "BROKEN"],
                ["BROKEN", "TWO"],
              ] as const;
              const [from, to] = made[turn] ?? [];
              return from && to ? replace(from, to) : { text: "Done." };
            }),
        },
      });
      await editor.prompt(await editor.session(), "Mend it.");
      expect(seen.map((text) => text.slice(0, 7))).toEqual([
        "one\ntwo",
        "ONE\ntwo",
        "ONE\ntwo",
        "ONE\nTWO",
      ]);
    });
  },
);
