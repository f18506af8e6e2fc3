/**
 * Files with keys and passwords under the default rules: a call that names one asks, whichever tool reads it, and one answer is kept. What
 * merely finds such a file works as before. Shown by projects for Node, Python and compose.
 */
import { execFileSync } from "node:child_process";
import { linkSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type {
  Answer,
  JsonObject,
  KeptRules,
  PolicyLayer,
  Question,
  Rule,
} from "@toolplane/contract";
import { createToolplane, type ToolplaneOptions } from "toolplane";
import { describe, expect, it, onTestFinished } from "vitest";
import { hasSandbox } from "../has-sandbox.ts";

const SECRET = "K7-not-for-a-model";
const FILES = {
  ".env": `API_KEY=${SECRET}\n`,
  ".env.example": "API_KEY=\n",
  "app.js": "console.log('started');\n",
  "app.py": "print(len(open('.' + 'env').read()))\n",
  "compose.yml": "services: {}\n",
  "server.key": `${SECRET}\n`,
  "package.json": '{ "scripts": { "start": "node app.js" } }',
};

async function open(options: ToolplaneOptions = {}, answer: Answer = { choice: "reject" }) {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "toolplane-private-")));
  const workspace = mkdtempSync(join(root, "ws-"));
  for (const [name, text] of Object.entries(FILES)) writeFileSync(join(workspace, name), text);
  const asked: Question[] = [];
  const kept: KeptRules[] = [];
  const policy = (options.policy ?? []) as readonly PolicyLayer[];
  const renew = () =>
    tp.setPolicy([
      ...policy,
      ...kept.map((given): PolicyLayer => ({ scope: "project", rules: given.rules })),
    ]);
  const tp = await createToolplane({
    workspace,
    userData: join(root, "data"),
    preset: "everyday",
    record: false,
    onWarning: () => {},
    broker: {
      async ask(question) {
        asked.push(question);
        return answer;
      },
    },
    keepRules: async (given) => {
      kept.push(given);
      await renew();
    },
    ...options,
  });
  onTestFinished(async () => {
    await tp.close();
    rmSync(root, { recursive: true, force: true });
  });
  let calls = 0;
  const call = (name: string, args: JsonObject) => {
    calls += 1;
    return tp.call({ id: `call_${calls}`, name, arguments: args });
  };
  const verdict = async (name: string, args: JsonObject) => {
    const { verdict: found } = await tp.explain({ id: "explained", name, arguments: args });
    return found?.action;
  };
  const line = (command: string) => verdict("bash", { command });
  return { root, workspace, tp, asked, kept, call, verdict, line };
}

const ruled = (action: Rule["action"], pattern: string): ToolplaneOptions => ({
  policy: [{ scope: "project", rules: [{ permission: "fs.read", pattern, action }] }],
});

describe("a file with keys or passwords", () => {
  it.each(["auto", "none"] as const)(
    "asks where a call names it, with sandbox %s",
    async (sandbox) => {
      const { verdict, line, workspace } = await open({ sandbox });
      symlinkSync(".env", join(workspace, "settings"));
      const lines = [
        "cat .env",
        "grep KEY .env",
        "source .env",
        "set -a; . ./.env; set +a",
        "cp .env .env.local",
        "node --env-file=.env app.js",
        "docker compose --env-file .env up",
        "uvicorn app:app --env-file .env",
        `python3 -c "print(open('.env').read())"`,
        "python3 - <<'END'\nprint(open('.env').read())\nEND",
        "openssl rsa -in server.key -text",
        "cat settings",
        "cat .en*",
        "while read line; do echo $line; done < .env",
      ];
      for (const each of lines) expect([each, await line(each)]).toEqual([each, "ask"]);
      for (const path of [".env", "settings", "server.key"])
        expect(await verdict("read", { path })).toBe("ask");
      expect(await verdict("grep", { pattern: "KEY", path: ".env" })).toBe("ask");
      expect(await verdict("edit", { path: ".env", old_string: "a", new_string: "b" })).toBe("ask");
    },
  );

  it.skipIf(!hasSandbox)(
    "is seen, and labelled, by what does not name it (needs bubblewrap)",
    async () => {
      const { call, line, asked } = await open();
      for (const each of [
        "npm start",
        "docker compose up",
        "ls -la .env",
        "test -f .env",
        "stat .env",
      ])
        expect([each, await line(each)]).toEqual([each, "allow"]);
      const result = await call("bash", { command: "python3 app.py" });
      expect(result).toMatchObject({ type: "output", data: `${FILES[".env"].length}\n` });
      expect(result.metadata.labels?.map(({ label }) => label)).toContain("private");
      expect(asked).toEqual([]);
    },
  );

  it("does not ask as a sample, where git tracks it, without a token, and where it is not there", async () => {
    const { verdict, line, workspace } = await open();
    const git = (...args: string[]) => execFileSync("git", ["-C", workspace, ...args]);
    git("init", "-q");
    writeFileSync(join(workspace, ".env.test"), "MODE=test\n");
    writeFileSync(join(workspace, ".npmrc"), "registry=https://r.test/\nsave-exact=true\n");
    const read = (path: string) => verdict("read", { path });
    expect(await read(".env.test")).toBe("ask");
    git("add", ".env.test");
    for (const path of [".env.test", ".env.example", ".npmrc", ".env.none"])
      expect([path, await read(path)]).toEqual([path, "allow"]);
    expect(await line("cat .env.example .env.test .npmrc")).toBe("allow");
    writeFileSync(join(workspace, ".npmrc"), "//r.test/:_authToken=${TOKEN}\n");
    expect(await read(".npmrc")).toBe("allow");
    writeFileSync(join(workspace, ".npmrc"), "//r.test/:_authToken=npm_1\n");
    expect(await read(".npmrc")).toBe("ask");
    git("rm", "-q", "--cached", ".env.test");
    expect(await read(".env.test")).toBe("ask");
  });

  it("goes by any other rule about it, and by words that a rule names", async () => {
    expect(
      await (await open(ruled("allow", "{workspace}/**"))).verdict("read", { path: ".env" }),
    ).toBe("allow");
    expect(await (await open(ruled("deny", "**/.env"))).line("cat .env")).toBe("deny");
    const rules = [{ permission: "bash", pattern: "cat .env", action: "allow" }] as const;
    const { line } = await open({ policy: [{ scope: "project", rules }] });
    expect([await line("cat .env"), await line("cat ./.env")]).toEqual(["allow", "ask"]);
  });

  it("asks in mode yolo too, and where nobody is there it is refused with the rule", async () => {
    const { tp, call } = await open({ broker: undefined } as unknown as ToolplaneOptions);
    const refused = await call("read", { path: ".env" });
    expect(refused).toMatchObject({ type: "error", code: "permission_denied" });
    expect(JSON.stringify(refused)).toContain("allow fs.read {workspace}/.env");
    const session = tp.session({ mode: "yolo" });
    const { verdict } = await session.explain({
      id: "y",
      name: "read",
      arguments: { path: ".env" },
    });
    await session.close();
    expect(verdict?.action).toBe("ask");
  });

  it("has one answer for every way in: kept for good, and as a rule", async () => {
    const always = await open({ projectApprovals: true }, { choice: "project" });
    expect(await always.call("read", { path: ".env" })).toMatchObject({ type: "output" });
    expect(await always.call("grep", { pattern: "KEY", path: ".env" })).toMatchObject({
      type: "output",
    });
    expect(await always.call("bash", { command: "cat .env" })).toMatchObject({ type: "output" });
    expect(always.asked).toHaveLength(1);
    await always.call("read", { path: "server.key" });
    expect(always.asked).toHaveLength(2);
    const ruledBy = await open({}, { choice: "rule" });
    expect(await ruledBy.call("bash", { command: "cat .env" })).toMatchObject({ type: "output" });
    expect(ruledBy.kept.map(({ rules }) => rules)).toEqual([
      [{ permission: "fs.read", pattern: "{workspace}/.env", action: "allow" }],
    ]);
    expect(await ruledBy.call("read", { path: ".env" })).toMatchObject({ type: "output" });
    expect(ruledBy.asked).toHaveLength(1);
  });

  it("is left out of a search, whether it matches or not, and its name stays", async () => {
    const { call, verdict, asked } = await open();
    const searches = [
      await call("grep", { pattern: "K7" }),
      await call("grep", { pattern: "K7", glob: ".env*" }),
      await call("grep", { pattern: "nothing-like-it", glob: "*.key" }),
    ];
    expect(JSON.stringify(searches.map(({ metadata: _, ...each }) => each))).not.toContain(SECRET);
    expect(searches.map((each) => (each.type === "output" ? each.data : each.code))).toEqual([
      "",
      "",
      "",
    ]);
    expect(await call("glob", { pattern: ".env*" })).toMatchObject({ data: ".env\n.env.example" });
    expect(JSON.stringify(await call("read", { path: "." }))).toContain("server.key");
    expect(asked).toEqual([]);
    expect(await verdict("bash", { command: "find . -name '.env*'" })).toBe("allow");
  });

  it.skipIf(!hasSandbox)(
    "is left out of a looking command's search, which is told (needs bubblewrap)",
    async () => {
      const { call, asked } = await open();
      const result = await call("bash", { command: "grep -rn K7 ." });
      const text = JSON.stringify(result);
      expect(text).not.toContain(SECRET);
      expect(text).toMatch(/Not shown to it, because a rule asks about it: [^"]*\.env/);
      expect(asked).toEqual([]);
    },
  );

  it("asks about a search that nothing holds", async () => {
    const { line } = await open({ sandbox: "none" });
    expect([await line("grep -rn K7 ."), await line("find . -name x")]).toEqual(["ask", "allow"]);
  });

  it("is the same file by another name, and read by it after a yes", async () => {
    for (const choice of ["reject", "once"] as const) {
      const { call, workspace, asked } = await open({}, { choice });
      linkSync(join(workspace, ".env"), join(workspace, "notes.txt"));
      const { type } = await call("read", { path: "notes.txt" });
      expect([type, asked.length]).toEqual([choice === "once" ? "output" : "error", 1]);
    }
  });
});
