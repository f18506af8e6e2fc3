/** A call's surroundings, for people and scripts: ids, faults, modes, scratch, and the command to type next. */
import { spawnSync } from "node:child_process";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type CliWorld, openCliWorld } from "@toolplane/cli/fixtures";
import { createToolplane } from "toolplane";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { hasSandbox } from "../../has-sandbox.ts";

let world: CliWorld;
beforeEach(() => {
  world = openCliWorld({ "notes.txt": "one\n", ".env": "A=1\n" });
});
afterEach(() => world.remove());

interface Envelope {
  readonly type: string;
  readonly sessionId: string;
  readonly callId: string;
  readonly code?: string;
  readonly error_text?: string;
  readonly error?: { readonly code: string; readonly message: string };
}

async function json(words: readonly string[]): Promise<Envelope> {
  return JSON.parse((await world.run([...words, "--json"])).stdout) as Envelope;
}

const write = (path: string, content: string, ...more: readonly string[]): readonly string[] => [
  ...["call", "write", "--path", path, "--content", content, ...more],
];

describe("--json", () => {
  it("names session and call, so that a script can go on, and tells every failure in one shape", async () => {
    const made = await json(write("a.txt", "1"));
    expect(made).toMatchObject({ type: "output" });
    expect(made.callId).toMatch(/^call_/);
    const next = await json(write("a.txt", "2", "--session", made.sessionId));
    expect(next.sessionId).toBe(made.sessionId);
    const failures = [
      await json(["call", "read", "none.txt"]),
      await json(["call", "read"]),
      await json(["show", "ses_none"]),
      await json(["nonsense"]),
    ];
    for (const failure of failures) {
      expect(failure.type).toBe("error");
      expect(failure.error).toMatchObject({ code: failure.code, message: failure.error_text });
    }
    expect(failures.map(({ code }) => code)).toEqual([
      ...["not_found", "invalid_input", "invalid_input", "invalid_input"],
    ]);
  });
});

describe("undo", () => {
  it("suggests the command for exactly what was asked, and names what it leaves", async () => {
    const { sessionId } = await json(write("a.txt", "1"));
    await json(write("b.txt", "1", "--session", sessionId));
    await json(write("b.txt", "2", "--session", sessionId));
    writeFileSync(join(world.workspace, "b.txt"), "mine");
    const refused = await world.run(["undo", sessionId, "--yes"]);
    expect(refused.code).toBe(1);
    expect(refused.stderr).toMatch(/toolplane undo \S+ --without b\.txt\n[^\n]*others \(1\)/);
    const done = await world.run(["undo", sessionId, "--skip-changed", "--yes"]);
    expect(done.code).toBe(0);
    expect(done.stderr).toContain("Left: b.txt: changed since.");
    expect(readFileSync(join(world.workspace, "b.txt"), "utf8")).toBe("mine");
  });

  it.skipIf(!hasSandbox)(
    "is never kept from anything by scratch, and says that it leaves it (needs bubblewrap)",
    async () => {
      const made = await world.run(write("/tmp/helper.py", "print(1)"));
      expect(made.stderr).toContain("helper.py (scratch)");
      expect(made.stderr).toContain("when the session's process ends");
      expect(made.stderr).not.toContain("Undo:");
      const { sessionId } = await json(write("/tmp/other.py", "1"));
      expect((await world.run(["undo", sessionId, "--yes"])).stderr).toContain("scratch only");
      await json(write("notes.txt", "two", "--session", sessionId));
      const undone = await world.run(["undo", sessionId, "--yes"]);
      expect(undone.code).toBe(0);
      expect(undone.stderr).toContain("Left: other.py (scratch): scratch is not taken back");
      expect(readFileSync(join(world.workspace, "notes.txt"), "utf8")).toBe("one\n");
    },
  );
});

it.skipIf(!hasSandbox)(
  "/tmp is told to be scratch, and a real file of that name with what opens it (needs bubblewrap)",
  async () => {
    // Beside the world, whose own folders are named by their real paths.
    const real = join(tmpdir(), `outside-${process.pid}.txt`);
    writeFileSync(real, "out");
    try {
      const missed = await world.run(["call", "read", real]);
      expect(missed.stderr.replaceAll(/\s+/g, " ")).toContain(`--add-dir ${tmpdir()}`);
      world.write({
        "../config/policy.jsonc": `[{ "permission": "fs.read", "pattern": "${real}", "action": "deny" }]`,
      });
      const denied = await world.run(["call", "read", real]);
      expect(denied.stderr).not.toContain("--add-dir");
    } finally {
      rmSync(real);
    }
    const none = await world.run(["call", "read", "/tmp/nobody-has-this.txt"]);
    expect(none.stderr).toContain("does not exist");
    expect(none.stderr).not.toContain("--add-dir");
    const made = JSON.parse((await world.run(write("/tmp/a.txt", "1", "--json"))).stdout);
    expect(made.data.note).toContain("gone when the session ends");
  },
);

describe("the mode of a session that goes on", () => {
  it("can be made stricter, not looser, and yolo is said", async () => {
    const { sessionId } = await json(write("a.txt", "1", "--mode", "yolo"));
    const on = ["--session", sessionId];
    const silent = await world.run(write("a.txt", "2", ...on));
    expect([silent.code, silent.stderr]).toEqual([0, expect.stringContaining("mode yolo")]);
    expect((await world.run(write("a.txt", "3", ...on, "--mode", "ask"))).code).toBe(0);
    const looser = await world.run(write("a.txt", "4", ...on, "--mode", "yolo"));
    expect(looser.code).toBe(2);
    expect(looser.stderr).toContain("looser");
    const after = await world.run(write("a.txt", "5", ...on));
    expect(after.stderr).not.toContain("yolo");
    const listed = await world.run(["sessions"]);
    expect(listed.stdout).toMatch(/write a\.txt/);
  });
});

describe("a deny", () => {
  const DENY =
    "The narrower rule wins; if two are equal, the stricter. A deny of yours, or in a tool's own file, always holds.";
  const flat = (text: string): string => text.replaceAll(/\s+/g, " ");

  it("in the person's own file is final, and in the project's a narrower rule wins, as all texts say", async () => {
    const deny = `[{ "permission": "fs.read", "pattern": "**/.env", "action": "deny" }]`;
    const allow = `{ "permission": "fs.read", "pattern": "{workspace}/.env", "action": "allow" }`;
    world.write({ "../config/policy.jsonc": deny, ".toolplane/policy.jsonc": `[${allow}]` });
    const own = await world.run(["call", "read", ".env", "--trust-once"]);
    expect(own.code).toBe(3);
    expect(flat(own.stderr)).toContain(`It is final. ${DENY}`);
    const why = await world.run(["policy", "explain", "read", ".env", "--trust-once"]);
    expect(flat(why.stdout)).toContain(DENY);
    world.write({
      "../config/policy.jsonc": "[]",
      ".toolplane/policy.jsonc": `${deny.slice(0, -1)}, ${allow}]`,
    });
    expect((await world.run(["call", "read", ".env", "--trust-once"])).code).toBe(0);
  });
});

describe("small things", () => {
  it("a command in several words is shown in quotes", async () => {
    for (const words of [
      ["echo", "hi there"],
      ["--", "echo", "hi there"],
    ]) {
      const { code, stderr } = await world.run(["call", "bash", ...words]);
      expect(code).toBe(2);
      expect(stderr).toContain("toolplane call bash --command 'echo hi there'");
    }
  });

  it("-v prints the version", async () => {
    expect(await world.run(["-v"])).toEqual(await world.run(["version"]));
  });

  it("a data folder that cannot be is told with what helps, and is no defect of ours", async () => {
    const env = { TOOLPLANE_DATA: join(world.workspace, "notes.txt/data") };
    for (const words of [
      ["call", "read", "notes.txt"],
      ["policy", "explain", "read", "notes.txt"],
    ]) {
      const { code, stderr } = await world.run(words, { env });
      expect([words, code]).toEqual([words, 2]);
      expect(stderr).toContain("TOOLPLANE_DATA");
      expect(stderr).not.toContain("defect");
    }
    expect((await world.run(["doctor"], { env })).code).toBe(1);
  });

  it("a full disk behind standard output is one line and a failure", () => {
    const { program, words } = world.command(["tools"]);
    const line = [program, ...words].map((word) => `'${word}'`).join(" ");
    const run = spawnSync("sh", ["-c", `${line} > /dev/full`], {
      cwd: world.workspace,
      env: world.environment,
      encoding: "utf8",
    });
    expect(run.status).toBe(1);
    expect(run.stderr).toContain("! Standard output cannot be written: its disk is full.\n");
    expect(run.stderr).not.toMatch(/^ +at /m);
  });
});

it("a program makes the mode of a session stricter when it goes on, too", async () => {
  const options = { workspace: world.workspace, userData: world.data, onWarning: () => {} };
  const first = await createToolplane(options);
  const { id } = first.session({ mode: "allowlist" });
  await first.close();
  const tp = await createToolplane(options);
  try {
    await expect(tp.resume(id, { mode: "yolo" })).rejects.toThrow("looser");
    expect((await tp.resume(id, { mode: "ask" })).manifest.mode).toBe("ask");
  } finally {
    await tp.close();
  }
});
