/**
 * Places outside the workspace, on a real machine: asked about, opened by an answer for that call and no more, opened by
 * configuration for good, and never against what an author declared or a rule denies.
 */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { dirname, join } from "node:path";
import { type Answer, defineTool, type Question, type ToolResult } from "@toolplane/contract";
import { createToolplane, type ToolplaneOptions } from "toolplane";
import { describe, expect, it, onTestFinished } from "vitest";
import { hasSandbox } from "../../has-sandbox.ts";
import { outcomeOf } from "./fixture.ts";

const FILES: Readonly<Record<string, string>> = {
  "ws/a.txt": "inside\n",
  "near/notes.txt": "NOTES\n",
  "near/secret.txt": "SECRET\n",
  "near/tree/deep.txt": "DEEP\n",
  "near/tree/.env": "TOKEN\n",
  "near/old/gone.txt": "GONE\n",
  "home/letter.txt": "LETTER\n",
  "home/.ssh/id": "KEY\n",
  "lib/l.txt": "LIB\n",
};

/** Below `/tmp` a sandbox would show scratch in its place. */
async function openWorld(options: ToolplaneOptions = {}) {
  const base = mkdtempSync("/var/tmp/toolplane-outside-");
  for (const [path, text] of Object.entries(FILES)) {
    mkdirSync(dirname(join(base, path)), { recursive: true });
    writeFileSync(join(base, path), text);
  }
  const questions: Question[] = [];
  const answers: Answer["choice"][] = [];
  const home = join(base, "home");
  const toolplane = await createToolplane({
    workspace: join(base, "ws"),
    userData: join(home, ".local/share/toolplane"),
    environment: { ...process.env, HOME: home },
    preset: "locked",
    record: false,
    onWarning: () => {},
    broker: {
      ask: async (question): Promise<Answer> => {
        questions.push(question);
        return { choice: answers.shift() ?? "reject" } as Answer;
      },
    },
    ...options,
  });
  onTestFinished(async () => {
    await toolplane.close();
    rmSync(base, { recursive: true, force: true });
  });
  const session = toolplane.session();
  let calls = 0;
  const call = (name: string, args: object): Promise<ToolResult> => {
    calls += 1;
    return session.call({ id: `c${calls}`, name, arguments: args as never });
  };
  return {
    at: (path: string) => join(base, path),
    text: (path: string) => {
      const file = join(base, path);
      return existsSync(file) ? readFileSync(file, "utf8") : null;
    },
    call,
    setPolicy: toolplane.setPolicy,
    bash: async (command: string) => outcomeOf(await call("bash", { command })),
    read: async (path: string) => outcomeOf(await call("read", { path })),
    /** Gives these answers to the questions of one call, and says which judges asked. */
    async asked(work: () => Promise<unknown>, ...given: readonly Answer["choice"][]) {
      questions.length = 0;
      answers.splice(0, answers.length, ...given);
      const outcome = await work();
      const judges = questions.flatMap(({ reasons }) => reasons.map(({ judge }) => judge));
      return { outcome, questions: questions.length, judges: [...new Set(judges)] };
    },
  };
}

const LEVELS = [
  ["with the best sandbox", "auto"],
  ["with util-linux alone", "plain"],
] as const;

describe.skipIf(!hasSandbox).each(LEVELS)("outside, %s (needs bubblewrap)", (_, sandbox) => {
  it("is not shown to a command that reads there, which runs unasked and is told (needs bubblewrap)", async () => {
    const { at, bash, asked, call } = await openWorld({ sandbox });
    const look = `find / -name notes.txt 2>/dev/null; ls ${at("near")} 2>/dev/null || cat a.txt`;
    const found = await asked(() => call("bash", { command: look }));
    expect(found.questions).toBe(0);
    expect(found.outcome).toMatchObject({ type: "output", data: "inside\n" });
    const text = JSON.stringify((found.outcome as ToolResult & { content: unknown }).content);
    expect(text).toContain(`not shown to the command: /, ${at("near")}.`);
    expect(text).not.toContain("NOTES");
    // Who is asked anyway has not said yes to what it reads.
    const both = () => bash(`cat ${at("near/notes.txt")} > ${at("near/copy.txt")}`);
    expect(await asked(both)).toMatchObject({ outcome: "approval_rejected", judges: ["reach"] });
  });

  it("is offered to a command that named it and failed, and a yes opens it to that command alone (needs bubblewrap)", async () => {
    const { at, bash, asked } = await openWorld({ sandbox });
    const one = () => bash(`cat ${at("near/notes.txt")}`);
    const refused = await asked(one);
    expect(refused).toMatchObject({ questions: 1, judges: ["mode"] });
    expect(refused.outcome).toContain("No such file");
    expect(await asked(one, "once")).toEqual({
      outcome: "NOTES\n",
      questions: 1,
      judges: ["mode"],
    });
    // The next command has nothing of it, and its script finds nothing.
    const script = () =>
      bash(`python3 -c "import os; print(os.path.exists('${at("near/notes.txt")}'))"`);
    expect(await asked(script)).toMatchObject({ outcome: "False\n", questions: 0 });
    const tree = () => bash(`grep -r . ${at("near/tree")} --no-filename`);
    const read = await asked(tree, "once");
    expect(read.judges).toEqual(["mode"]);
    expect(read.outcome).toContain("DEEP");
    // Who lists a folder sees its names, and nothing of what they hold.
    const listed = await asked(() => bash(`ls ${at("near")}`), "once");
    expect(listed.outcome).toBe("notes.txt\nold\nsecret.txt\ntree\n");
    const key = await asked(() => bash(`cat ${at("home/.ssh/id")}`));
    expect(key).toMatchObject({ questions: 1, judges: ["mode"] });
    expect(key.outcome).not.toContain("KEY");
    // What holds the workspace would open nearly everything: nobody is asked about that.
    expect(await asked(() => bash(`ls ${at("")} && false`))).toMatchObject({ questions: 0 });
  });

  it("is asked about first where a person's rule asks, and stays closed where one denies (needs bubblewrap)", async () => {
    const world = await openWorld({ sandbox, policy: [] });
    const { at, bash, asked } = world;
    await world.setPolicy([
      { permission: "fs.read", pattern: at("near/notes.txt"), action: "ask" },
      { permission: "fs.read", pattern: at("near/secret.txt"), action: "deny" },
    ]);
    const ask = await asked(() => bash(`cat ${at("near/notes.txt")}`));
    expect(ask.outcome).toBe("approval_rejected");
    expect(ask.judges).toContain("rules");
    expect(await asked(() => bash(`cat ${at("near/secret.txt")}`))).toMatchObject({
      outcome: "permission_denied",
      questions: 0,
    });
  });

  it("is written as part of the same transaction, and nothing else there is touched (needs bubblewrap)", async () => {
    const { at, bash, asked, text, call } = await openWorld({ sandbox });
    const yes = (command: string) => asked(() => bash(command), "once");
    expect(await yes(`echo more >> ${at("near/notes.txt")}; ls ${at("near/secret.txt")}`)).toEqual(
      expect.objectContaining({ questions: 1 }),
    );
    expect(text("near/notes.txt")).toBe("NOTES\nmore\n");
    await yes(`mkdir -p ${at("near/new/deep")} && cp a.txt ${at("near/new/deep/b.txt")}`);
    expect(text("near/new/deep/b.txt")).toBe("inside\n");
    await yes(`mv ${at("near/new/deep/b.txt")} ${at("near/moved.txt")}`);
    expect([text("near/moved.txt"), text("near/new/deep/b.txt")]).toEqual(["inside\n", null]);
    await yes(`rm -r ${at("near/old")}`);
    expect(existsSync(at("near/old"))).toBe(false);
    // The home holds our own data, so a stand-in is shown of it.
    await yes(`echo dear >> ${at("home/letter.txt")}; echo new > ${at("home/fresh.txt")}`);
    expect([text("home/letter.txt"), text("home/fresh.txt")]).toEqual(["LETTER\ndear\n", "new\n"]);
    expect([text("near/secret.txt"), text("home/.ssh/id")]).toEqual(["SECRET\n", "KEY\n"]);
    // What a script writes beside what was opened is asked about when it lands.
    const sly = `python3 -c "open('${at("near/sly.txt")}','w').write('x')" ; echo x > ${at("near/named.txt")}`;
    const landing = await asked(() => call("bash", { command: sly }), "once");
    expect(landing.questions).toBe(2);
    expect([text("near/sly.txt"), text("near/named.txt")]).toEqual([null, null]);
  });

  it("stays closed where a rule denies it, and our own data always (needs bubblewrap)", async () => {
    const { at, bash, asked, read } = await openWorld({
      sandbox,
      policy: [{ permission: "fs.read", pattern: "**/.env", action: "deny" }],
    });
    const tree = await asked(() => bash(`grep -rsh . ${at("near/tree")}`), "once");
    expect(tree.outcome).toBe("DEEP\n");
    expect(await asked(() => bash(`cat ${at("near/tree/.env")}`))).toMatchObject({
      outcome: "permission_denied",
      questions: 0,
    });
    const own = at("home/.local/share/toolplane/key");
    expect(await asked(() => read(own), "once")).toMatchObject({
      outcome: "capability_denied",
      questions: 0,
    });
    expect(await asked(() => bash(`cat ${own}`), "once")).toMatchObject({ questions: 0 });
    const config = at("home/.config/toolplane/policy.jsonc");
    expect(await asked(() => bash(`echo '[]' > ${config}`), "once")).toMatchObject({
      outcome: "permission_denied",
      questions: 0,
    });
  });

  it("is open where a person opened it: folders to read and to write (needs bubblewrap)", async () => {
    const base = mkdtempSync("/var/tmp/toolplane-added-");
    onTestFinished(() => rmSync(base, { recursive: true, force: true }));
    const seen = join(base, "seen");
    const shared = join(base, "shared");
    for (const folder of [seen, shared]) mkdirSync(folder);
    writeFileSync(join(seen, "s.txt"), "SEEN\n");
    const { bash, asked, read, text } = await openWorld({
      sandbox,
      readRoots: [seen],
      extraRoots: [shared],
    });
    expect(await asked(() => bash(`cat ${seen}/s.txt && cd ${seen} && cat s.txt`))).toMatchObject({
      outcome: "SEEN\nSEEN\n",
      questions: 0,
    });
    expect(await asked(() => read(`${seen}/s.txt`))).toMatchObject({ questions: 0 });
    const made = `${shared}/made.txt`;
    expect(await asked(() => bash(`echo one > ${made}`))).toMatchObject({ questions: 0 });
    expect(readFileSync(made, "utf8")).toBe("one\n");
    expect(await asked(() => bash(`echo two > ${seen}/s.txt`))).toMatchObject({
      outcome: "approval_rejected",
      judges: ["reach"],
    });
    expect([readFileSync(`${seen}/s.txt`, "utf8"), text("near/notes.txt")]).toEqual([
      ...["SEEN\n", "NOTES\n"],
    ]);
  });
});

describe("outside the workspace, whatever confines commands", () => {
  const none = { sandbox: "none" } as const;

  it("is asked about for file tools and commands alike, and no mode and no rule answers", async () => {
    const { at, bash, asked, read, call } = await openWorld({
      ...none,
      policy: [{ permission: "*", pattern: "**", action: "allow" }],
      session: { mode: "yolo" },
    });
    const notes = at("near/notes.txt");
    for (const work of [
      () => read(notes),
      () => bash(`cat ${notes}`),
      () => bash("cat ~/letter.txt"),
    ])
      expect(await asked(work)).toEqual({
        outcome: "approval_rejected",
        questions: 1,
        judges: ["reach"],
      });
    expect(await asked(() => read(notes), "once")).toMatchObject({ outcome: "1\tNOTES" });
    const write = () => call("write", { path: at("near/made.txt"), content: "x" });
    await asked(write, "once");
    expect(readFileSync(at("near/made.txt"), "utf8")).toBe("x");
    // An answer about one call is none about the next.
    expect(await asked(() => read(notes))).toMatchObject({ outcome: "approval_rejected" });
  });

  it("leaves what every command is shown to `read` and to looking commands", async () => {
    const { bash, asked, read } = await openWorld(none);
    expect(await asked(() => bash("cat /etc/os-release | wc -l"))).toMatchObject({ questions: 0 });
    expect((await asked(() => read("/etc/passwd"))).questions).toBe(0);
    expect((await asked(() => bash("ls /usr/bin | head -n 1"))).questions).toBe(0);
    expect((await asked(() => bash("head -c 4 /dev/urandom | wc -c"))).questions).toBe(0);
    expect((await asked(() => bash("cat /etc/shadow"))).judges).toEqual(["reach"]);
    expect((await asked(() => bash("echo x > /usr/toolplane-was-here"))).judges).toContain("reach");
  });

  it("is refused where an author declared less, and no answer and no setting widens it", async () => {
    const narrow = defineTool({
      id: "narrow",
      description: "Reads below src.",
      parameters: { type: "object", properties: { path: { type: "string" } }, required: ["path"] },
      requires: { fs: { read: ["src/**"] } },
      resources: { path: "fs.read" },
      execute: async ({ path }, { fs }) => (await fs.read(path)).size,
    });
    const { at, asked, call } = await openWorld({ ...none, tools: [narrow] });
    const outside = async () => outcomeOf(await call("narrow", { path: at("near/notes.txt") }));
    expect(await asked(outside, "once")).toMatchObject({
      outcome: "capability_denied",
      questions: 0,
    });
    const declared = await openWorld({
      ...none,
      manifest: {
        id: "m",
        requires: { fs: { read: ["{workspace}/**"] }, shell: [{ cmd: "*" }] },
      },
    });
    const notes = declared.at("near/notes.txt");
    for (const work of [() => declared.read(notes), () => declared.bash(`cat ${notes}`)])
      expect(await declared.asked(work, "once")).toMatchObject({
        outcome: "capability_denied",
        questions: 0,
      });
  });

  it("asks about this machine's own servers, until a person opens them", async () => {
    const server = createServer((_request, response) => response.end("hello from here"));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => void server.close());
    const { port } = server.address() as AddressInfo;
    const url = `http://localhost:${port}/`;
    const { asked, call } = await openWorld(none);
    const fetched = async () => JSON.stringify(outcomeOf(await call("web_fetch", { url })));
    expect(await asked(fetched)).toMatchObject({
      outcome: '"approval_rejected"',
      judges: ["reach"],
    });
    expect((await asked(fetched, "once")).outcome).toContain("hello from here");
    const opened = await openWorld({ ...none, localHosts: [`localhost:${port}`] });
    const again = async () => outcomeOf(await opened.call("web_fetch", { url }));
    expect((await opened.asked(again)).judges).toEqual(["rules"]);
  });
});
