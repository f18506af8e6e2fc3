import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type CliWorld, openCliWorld } from "@toolplane/cli/fixtures";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

let world: CliWorld;
beforeAll(() => {
  world = openCliWorld({
    "README.md": "hello\nworld\n",
    "src/a.ts": "export const a = 1;\n",
    ".env": "TOKEN=1\n",
    "evil.txt": "\u001b[2Jgone\u202e\n",
  });
});
afterAll(() => world.remove());

const sessionCount = async (): Promise<number> =>
  JSON.parse((await world.run(["sessions", "--json"])).stdout).total;
const sessionOf = (text: string): string => /ses_\w+/.exec(text)?.[0] ?? "";

describe("toolplane call", () => {
  it("prints the result to standard output and the rest to standard error", async () => {
    const { code, stdout, stderr } = await world.run(["call", "read", "README.md"]);
    expect(stdout).toBe("1\thello\n2\tworld\n");
    expect(stderr).toMatch(/^✓ read {2}2 lines {2}\d+ ms {2}allow, default:1\n$/);
    expect(code).toBe(0);
  });

  it("takes arguments as options, as words, as JSON, from a file and from standard input", async () => {
    writeFileSync(join(world.root, "args.json"), '{"path":"README.md","limit":1}');
    const same = [
      await world.run(["call", "read", "--path", "README.md", "--limit", "1"]),
      await world.run(["call", "read", "--limit=1", "README.md"]),
      await world.run(["call", "read", '{"path":"README.md","limit":1}']),
      await world.run(["call", "read", "--args-file", join(world.root, "args.json")]),
      await world.run(["call", "read", "-"], { stdin: '{"path":"README.md","limit":1}' }),
    ];
    expect(new Set(same.map(({ stdout }) => stdout)).size).toBe(1);
    expect(same.every(({ code }) => code === 0)).toBe(true);
  });

  it("prints the envelope and nothing else with --json", async () => {
    const { stdout, stderr } = await world.run(["call", "read", "README.md", "--json"]);
    expect(JSON.parse(stdout)).toMatchObject({ type: "output", data: "1\thello\n2\tworld" });
    expect(stderr).toBe("");
  });

  it("prints what a tool counted, whatever it remarks beside it", async () => {
    world.write({
      "bad.test.mjs": 'import { test } from "node:test";\ntest("no", () => Promise.reject());\n',
    });
    const { stdout } = await world.run(["call", "test_runner", "bad.test.mjs", "--runner", "node"]);
    expect(JSON.parse(stdout)).toMatchObject({ passed_count: 0, failed_count: 1 });
  });

  it("prints what was cut whole", async () => {
    const lines = Array.from({ length: 60_000 }, (_, index) => `line ${index}`).join("\n");
    world.write({ "big.txt": lines });
    const { stdout } = await world.run(["call", "bash", "cat big.txt"]);
    expect(stdout).toBe(`${lines}\n`);
  });

  it("hands text to a pipe as it is, and shows a terminal nothing that speaks to it", async () => {
    const piped = await world.run(["call", "bash", "cat evil.txt"]);
    expect(piped.stdout).toBe("\u001b[2Jgone\u202e\n");
    const shown = await world.run(["call", "bash", "cat evil.txt"], { isTerminal: true });
    expect(shown.stdout).toBe("\\u{1b}[2Jgone\\u{202e}\n");
  });

  it("says a command's exit status and ends with 1", async () => {
    const { code, stderr } = await world.run(["call", "bash", "exit 3", "--mode", "yolo"]);
    expect(stderr).toContain("! bash  exit 3");
    expect(code).toBe(1);
  });

  it("shows the footprint and the verdict and runs nothing with --explain", async () => {
    const line = ["call", "bash", "touch made.txt && cat README.md", "--explain", "--mode", "yolo"];
    const before = await sessionCount();
    const { code, stdout } = await world.run(line);
    expect(stdout).toContain("shell.run  touch made.txt");
    expect(stdout).toContain("fs.read    README.md");
    expect(stdout).toMatch(/^✓ allow \(\w+\)/);
    expect(stdout.split("\n").filter((each) => each.length > 80)).toEqual([]);
    expect(code).toBe(0);
    expect(() => readFileSync(join(world.workspace, "made.txt"))).toThrow();
    const { stdout: json } = await world.run([...line, "--json"]);
    expect(JSON.parse(json)).toMatchObject({ tool: "bash", verdict: { action: "allow" } });
    expect(await sessionCount()).toBe(before);
  });

  it("--explain leaves a session that it asks about as it was", async () => {
    const id = sessionOf(
      (await world.run(["call", "write", "x.txt", "one", "--mode", "yolo"])).stderr,
    );
    const before = (await world.run(["export", id, "--rows"])).stdout;
    const told = await world.run(["call", "read", "README.md", "--session", id, "--explain"]);
    expect([told.code, told.stdout]).toEqual([0, expect.stringContaining("README.md")]);
    expect(before).toContain('"type":"row"');
    expect((await world.run(["export", id, "--rows"])).stdout).toBe(before);
  });

  it("goes on with a session, named by the beginning of its id", async () => {
    const write = await world.run(["call", "write", "s.txt", "one", "--mode", "yolo"]);
    const id = sessionOf(write.stderr);
    const again = await world.run(["call", "write", "s.txt", "two", "--session", id]);
    expect(sessionOf(again.stderr)).toBe(id);
    expect(again.code).toBe(0);
    const other = await world.run(["call", "read", "s.txt", "--session", "ses_nothing"]);
    expect(other).toMatchObject({ code: 2, stdout: "" });
    expect(other.stderr).toContain("No session starts with ses_nothing");
  });

  it("ends a call that takes too long with 1", async () => {
    const { code, stderr } = await world.run([
      "call",
      "bash",
      "sleep 20",
      "--timeout",
      "0.5",
      "--mode",
      "yolo",
    ]);
    expect(stderr).toContain("timeout");
    expect(code).toBe(1);
  });
});

describe("a call that changes files", () => {
  it("runs by itself, because it can be undone, with a preview of the change", async () => {
    const { code, stdout, stderr } = await world.run([
      ...["call", "edit", "--path", "src/a.ts", "--old-string", "a = 1", "--new-string", "a = 2"],
    ]);
    expect(stdout).toContain("   1 - export const a = 1;\n     1 + export const a = 2;");
    expect(stderr).toContain("✓ edit  src/a.ts +1 −1");
    expect(stderr).toContain("allow, contained");
    expect(code).toBe(0);
  });

  it("says how it is taken back, and that way works", async () => {
    const before = readFileSync(join(world.workspace, "README.md"), "utf8");
    const { stderr } = await world.run(["call", "bash", "rm README.md", "--mode", "yolo"]);
    const undo = /Undo: toolplane (undo ses_\w+)/.exec(stderr)?.[1] ?? "";
    expect(undo).not.toBe("");
    await world.run([...undo.split(" "), "--yes"]);
    expect(readFileSync(join(world.workspace, "README.md"), "utf8")).toBe(before);
  });
});

describe("a call that is refused", () => {
  it("names the rule and its line, says whether it is final, and ends with 3", async () => {
    const rules =
      '{ "rules": [\n  { "permission": "fs.read", "pattern": "**/.env", "action": "deny" }\n] }\n';
    const own = openCliWorld({ ".env": "TOKEN=1\n", "../config/policy.jsonc": rules });
    try {
      const { code, stdout, stderr } = await own.run(["call", "bash", "cat .env | head -1"]);
      expect(stdout).toBe("");
      expect(stderr).toContain("policy.jsonc:2 (deny fs.read **/.env)");
      expect(stderr).toContain("It is final");
      expect(stderr).toContain("toolplane policy explain bash 'cat .env | head -1'");
      // Without a sandbox that is said first, whatever the call.
      const refusal = stderr.slice(stderr.indexOf("✗")).trimEnd();
      expect(refusal.split("\n").length).toBeLessThanOrEqual(6);
      expect(code).toBe(3);
    } finally {
      own.remove();
    }
  });

  it("gives the whole reason of a protected file, however many rules are needed", async () => {
    const own = openCliWorld({ ".git/HEAD": "ref: refs/heads/main\n", ".git/config": "" });
    try {
      const { stderr } = await own.run(["call", "bash", "git config user.name other"]);
      const said = stderr.replace(/\s+/g, " ");
      expect(said).toMatch(
        /\.git is protected: git configuration and hooks run programs.* To allow it in unattended runs/,
      );
      expect(said).not.toMatch(/it lies in a git To allow/);
    } finally {
      own.remove();
    }
  });

  it("says in one sentence that a data folder cannot be below a file", async () => {
    const own = openCliWorld({ "a.txt": "" });
    const program = join(import.meta.dirname, "../../../packages/toolplane/bin/toolplane.cjs");
    try {
      const { status, stderr } = spawnSync(process.execPath, [program, "call", "read", "a.txt"], {
        cwd: own.workspace,
        env: { ...own.environment, TOOLPLANE_DATA: join(own.workspace, "a.txt/below") },
        encoding: "utf8",
      });
      expect(stderr.replace(/\s+/g, " ")).toContain(
        "lies below a file: name another directory with TOOLPLANE_DATA",
      );
      expect(stderr).not.toContain(" at ");
      expect(status).toBe(2);
    } finally {
      own.remove();
    }
  });

  it("says exactly which rule would allow it where nobody is here, and that rule does", async () => {
    const own = openCliWorld({ "../config/config.jsonc": '{ "contained": false }' });
    try {
      const { code, stderr } = await own.run(["call", "write", "a.txt", "x"]);
      expect(code).toBe(4);
      expect(stderr).toContain("nobody is here to answer");
      const rule = /\{ "permission".*\}/.exec(stderr)?.[0] ?? "";
      own.write({ "../config/policy.jsonc": `[${rule}]` });
      expect(await own.run(["call", "write", "a.txt", "x"])).toMatchObject({ code: 0 });
      expect(stderr.trimEnd().split("\n").length).toBeLessThanOrEqual(6);
    } finally {
      own.remove();
    }
  });

  it("says why it would ask where no rule asks", async () => {
    const own = openCliWorld({});
    try {
      const { stderr } = await own.run(["call", "write", ".envrc", "x"]);
      expect(stderr).toContain("  .envrc is protected: it runs when a shell enters the folder\n");
      expect(stderr.trimEnd().split("\n").length).toBeLessThanOrEqual(6);
      const { stdout } = await own.run(["call", "--json", "write", ".envrc", "x"]);
      const { error_text: text } = JSON.parse(stdout) as { error_text: string };
      expect(text).toMatch(/enters the folder\. It has to be asked about/);
    } finally {
      own.remove();
    }
  });

  it("is told as it failed, with 1", async () => {
    const { code, stderr } = await world.run(["call", "read", "nope.txt"]);
    expect(stderr).toMatch(/^! read {2}nope\.txt {2}not found\n {2}nope\.txt does not exist/);
    expect(code).toBe(1);
  });
});

describe("bad arguments", () => {
  it("are told one by one, with the command line that was meant", async () => {
    const { code, stderr } = await world.run(
      "call grep --patern lineTotal --context 200".split(" "),
    );
    expect(stderr).toBe(
      [
        "! Invalid arguments for grep",
        '  pattern   is required. You gave "patern": did you mean --pattern?',
        "  context   must be at most 50. You gave 200.",
        "",
        "  toolplane call grep --context 50 --pattern lineTotal",
        "  toolplane tools grep   shows all 9 parameters.",
        "",
      ].join("\n"),
    );
    expect(code).toBe(2);
  });

  it("that are written as name=value, or are words too many, are answered with the form that is taken", async () => {
    const named = await world.run([
      "call",
      "code_exec",
      "language=javascript",
      "code=return 1 + 1",
    ]);
    expect(named.stderr).toContain(
      "toolplane call code_exec --language javascript --code 'return 1 + 1'",
    );
    const many = await world.run(["call", "code_exec", "javascript", "return 1 + 1"]);
    expect(many.stderr).toContain("toolplane call code_exec CODE [--language …]   is its form.");
    const unknown = await world.run("call lsp hover a.ts --line 1 --nowhere 2".split(" "));
    expect(unknown.stderr).toContain("--operation, --path, --line, --character, --new-name.");
    expect([named.code, many.code, unknown.code]).toEqual([2, 2, 2]);
  });

  it("name a tool that is near", async () => {
    const { code, stderr } = await world.run(["call", "rad", "x"]);
    expect(stderr).toContain('There is no tool "rad". Did you mean read?');
    expect(code).toBe(2);
  });

  it("never repeat what may be a secret", async () => {
    const { stderr } = await world.run(["call", "read", '{"path":"x", "token":"hunter22"']);
    expect(stderr).toContain("are not JSON");
    expect(stderr).not.toContain("hunter22");
  });

  it.each([
    ["words too many", ["read", "a", "b"], '"b"   is one word too many.'],
    ["no value", ["read", "--path"], "--path   needs a value."],
    ["JSON and more", ["read", "{}", "--path", "x"], "not both"],
    ["a file that is not there", ["read", "--args-file", "none.json"], "cannot be read"],
    ["a list as arguments", ["read", "--args-file", "-"], "must be a JSON object"],
  ])("of the kind %s end with 2", async (_, words, said) => {
    const { code, stderr } = await world.run(["call", ...words], { stdin: "[1]" });
    expect(stderr).toContain(said);
    expect(code).toBe(2);
  });
});
