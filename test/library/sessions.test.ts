/**
 * Sessions of one toolplane share the workspace and nothing else: scratch, home and kept output are each one's own, for tools and
 * commands alike. The person here says yes to whatever is asked, so that only what nobody can open stays closed.
 */
import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { JsonObject, Rule } from "@toolplane/contract";
import { createToolplane, type Session } from "toolplane";
import { describe, expect, it, onTestFinished } from "vitest";
import { SANDBOX_LEVELS } from "../sandbox-levels.ts";

for (const { sandbox, needs, runs } of SANDBOX_LEVELS)
  describe.skipIf(!runs)(`sessions of one toolplane (needs ${needs})`, () => {
    it("share the workspace and nothing else", async () => {
      const world = await open(sandbox, tmpdir());
      await shareNoScratch(world);
      await denyInEach(world);
      await shareNoOutput(world);
      await undoOnlyTheirOwn(world);
      await poisonNoHome(world);
      await closeAlone(world);
    });

    it("share nothing where what is around scratch is shown", async () => {
      // Not below /tmp, which is another folder to commands.
      const world = await open(sandbox, "/var/tmp");
      await shareNoScratch(world);
    });
  });

/** Whatever one writes is there for its own tools and commands, and not for another's, whichever way it is asked for. */
async function shareNoScratch({ first, second, child, base }: World): Promise<void> {
  await run(first, "write", { path: "/tmp/x.txt", content: "MINE\n" });
  await run(first, "bash", {
    command: "mkdir -p /tmp/deep && echo MINE | tee /tmp/deep/y.txt > /tmp/deep/NAMED-MINE",
  });
  const own = [
    await run(first, "bash", { command: "cat /tmp/x.txt" }),
    await run(first, "read", { path: "/tmp/deep/y.txt" }),
    await run(first, "grep", { pattern: "MINE", path: "/tmp", output_mode: "content" }),
    await inBackground(first, "cat /tmp/x.txt $TMPDIR/deep/y.txt"),
  ];
  expect(own.filter((text) => !text.includes("MINE"))).toEqual([]);
  const folder = scratchOf(first);
  const link = join(base, "ws", "link");
  await run(first, "bash", { command: `ln -sfn ${folder} link` });
  const seen: string[] = [];
  for (const other of [second, child]) {
    const look = `cat /tmp/x.txt /tmp/deep/y.txt ${folder}/x.txt link/x.txt; ls -R /tmp ${folder}/deep; true`;
    seen.push(await run(other, "bash", { command: look }));
    writeFileSync(join(base, "ws", "look.sh"), look);
    seen.push(await run(other, "bash", { command: "sh look.sh" }));
    seen.push(await inBackground(other, look));
    const late = await inBackground(other, "sh look.sh");
    expect(late).toContain("END");
    seen.push(late);
    for (const path of ["/tmp/x.txt", `${folder}/x.txt`, `${link}/x.txt`]) {
      const read = await run(other, "read", { path });
      expect(read).not.toContain(`--add-dir ${folder}`);
      seen.push(read);
    }
    for (const path of ["/tmp", folder, link]) {
      seen.push(await run(other, "list", { path }));
      seen.push(await run(other, "glob", { pattern: "**/*", path }));
      seen.push(await run(other, "grep", { pattern: "MIN[E]", path, output_mode: "content" }));
    }
    await run(other, "write", { path: `${folder}/planted.txt`, content: "PLANTED\n" });
    await run(other, "bash", { command: `echo PLANTED > ${folder}/planted.txt` });
  }
  expect(seen.filter((text) => text.includes("MINE"))).toEqual([]);
  expect(existsSync(join(folder, "planted.txt"))).toBe(false);
  await run(second, "bash", { command: "echo THEIRS > /tmp/x.txt" });
  await run(child, "write", { path: "/tmp/x.txt", content: "CHILD\n" });
  const theirs = await Promise.all(
    [first, second, child].map((session) => run(session, "read", { path: "/tmp/x.txt" })),
  );
  expect(theirs.map((text) => /MINE|THEIRS|CHILD/.exec(text)?.[0])).toEqual([
    "MINE",
    "THEIRS",
    "CHILD",
  ]);
}

/** A rule about scratch speaks of each session's own, a child's too. */
async function denyInEach({ first, second, child }: World): Promise<void> {
  for (const session of [first, second, child]) {
    await run(session, "write", { path: "/tmp/closed.txt", content: "CLOSED\n" });
    expect(existsSync(join(scratchOf(session), "closed.txt"))).toBe(true);
    const seen = [
      await run(session, "read", { path: "/tmp/closed.txt" }),
      await run(session, "bash", { command: "sh reads-closed.sh" }),
    ];
    expect(seen.filter((text) => text.includes("CLOSED"))).toEqual([]);
    expect(seen[0]).toContain("permission_denied");
  }
}

/** Output that was too long for a result lies in its session's scratch folder. */
async function shareNoOutput({ first, second }: World): Promise<void> {
  const told = await run(first, "bash", { command: "seq -f KEPT-%.0f 1 60000" });
  const path = /\/[^\s"'\\]*toolplane-[^\s"'\\]+\.txt/.exec(told)?.[0] ?? "";
  expect(path.startsWith(`${scratchOf(first)}/`)).toBe(true);
  expect(await run(first, "read", { path, limit: 5 })).toContain("KEPT-1");
  const seen = [
    await run(second, "read", { path, limit: 5 }),
    await run(second, "grep", { pattern: "KEPT-1", path, output_mode: "content" }),
    await run(second, "bash", { command: `cat ${path}` }),
  ];
  expect(seen.filter((text) => text.includes("KEPT-1"))).toEqual([]);
}

/** What one changed in scratch is in its own list and in nobody else's, and nobody else takes it back. */
async function undoOnlyTheirOwn({ first, second }: World): Promise<void> {
  const path = join(scratchOf(first), "x.txt");
  expect(await run(first, "undo", { action: "list" })).toContain(path);
  const seen = [
    await run(second, "undo", { action: "list" }),
    await run(second, "undo", { paths: [path] }),
    await run(second, "undo", {}),
  ];
  expect(seen.filter((text) => text.includes(scratchOf(first)) && text.includes("MINE"))).toEqual(
    [],
  );
  expect(seen[0]).not.toContain(scratchOf(first));
  expect(await run(first, "read", { path: "/tmp/x.txt" })).toContain("MINE");
}

const POISONED = [".bashrc", ".profile", ".npmrc", ".gitconfig", ".config/git/config", "bin/tool"];

/** Writes wherever a home may be, in what each of these files would run or say. */
const POISON = [
  "for d in ~ /tmp/home* /tmp/.home* /tmp/*/.home* /toolplane/home /dev/toolplane-home; do",
  "[ -d $d ] || continue; mkdir -p $d/.config/git $d/bin;",
  ...POISONED.map((file) => `printf '%s' "$bad" > $d/${file};`),
  "chmod +x $d/bin/tool; done 2>/dev/null;",
].join(" ");
const BAD = "bad='echo POISON\n[alias]\nx = POISON\n';";

/** Goes on for as long as an approved command runs, which says when it has seen enough. */
const WRITER = `${BAD} while [ ! -e /tmp/stop ]; do ${POISON} touch /tmp/round; sleep 0.02; done`;
const READS_HOME =
  "cat ~/.npmrc; find ~ -type f; bash -ic true; bash -lc true; git config --get-regexp alias; PATH=$HOME/bin:$PATH tool";
const APPROVED = [
  "printenv HOME",
  "for i in 1 2 3; do rm -f /tmp/round; while [ ! -e /tmp/round ]; do sleep 0.02; done; done",
  READS_HOME,
  "echo own > ~/.own && cat ~/.own",
].join("; ");

async function poisonNoHome({ first, base }: World): Promise<void> {
  writeFileSync(join(base, "ws", "writer.sh"), WRITER);
  writeFileSync(join(base, "ws", "reads.sh"), READS_HOME);
  await run(first, "background", { action: "start", command: "sh writer.sh" });
  const approved = await run(first, "bash", { command: APPROVED });
  const later = await inBackground(first, `printenv HOME; ${READS_HOME}`);
  await run(first, "bash", { command: "touch /tmp/stop" });
  for (const text of [approved, later]) {
    expect(text).toMatch(/toolplane[-/]home/);
    expect(text).not.toContain("POISON");
    expect(text).not.toContain("bin/tool\\n");
  }
  expect(approved).toContain("own");
  // The same home for what nobody was asked about: there it is found, which shows that the look finds it.
  expect(await run(first, "bash", { command: "sh reads.sh" })).toContain("POISON");
}

/** What one wrote ends with it, and not with another; one that goes on begins with an empty folder. */
async function closeAlone({ toolplane, first, second }: World): Promise<void> {
  const folder = scratchOf(first);
  await run(first, "bash", {
    command: "mkdir /tmp/shut && touch /tmp/shut/in && chmod 0 /tmp/shut",
  });
  await run(first, "bash", { command: "touch $'/tmp/\\xff' && mkdir $'/tmp/d\\xff'" });
  await first.close();
  expect(existsSync(folder)).toBe(false);
  expect(await run(second, "read", { path: "/tmp/x.txt" })).toContain("THEIRS");
  const again = await toolplane.resume(first.id);
  const seen = [
    await run(again, "read", { path: "/tmp/x.txt" }),
    await run(again, "bash", { command: "cat /tmp/x.txt; ls -A /tmp" }),
  ];
  expect(seen.filter((text) => /MINE|THEIRS|deep|shut/.test(text))).toEqual([]);
  await run(again, "write", { path: "/tmp/x.txt", content: "AGAIN\n" });
  expect(await run(again, "bash", { command: "cat /tmp/x.txt" })).toContain("AGAIN");
}

type World = Awaited<ReturnType<typeof open>>;

/** A person is asked about two, and says yes. */
const RULES: readonly Rule[] = [
  { permission: "bash", pattern: "printenv *", action: "ask" },
  { permission: "background", pattern: "printenv *", action: "ask" },
  { permission: "fs.read", pattern: "{scratch}/closed.txt", action: "deny" },
];

/** Elsewhere than below `/tmp` the folder around scratch is opened, too. */
async function open(sandbox: "auto" | "plain", place: string) {
  const base = realpathSync(mkdtempSync(join(place, "toolplane-sessions-")));
  const workspace = join(base, "ws");
  mkdirSync(workspace);
  writeFileSync(join(workspace, "reads-closed.sh"), "cat /tmp/closed.txt; true");
  const around = join(base, "around");
  mkdirSync(around);
  const toolplane = await createToolplane({
    workspace,
    sandbox,
    preset: "everyday",
    contained: true,
    policy: RULES,
    userData: join(base, "data"),
    environment: { PATH: process.env.PATH, HOME: base, LANG: "C.UTF-8" },
    broker: { ask: async () => ({ choice: "once" }) },
    onWarning: () => {},
    ...(place === tmpdir() ? {} : { scratchParent: around, readRoots: [around] }),
  });
  onTestFinished(async () => {
    await toolplane.close();
    rmSync(base, { recursive: true, force: true });
  });
  const first = toolplane.session();
  const others = { second: toolplane.session(), child: toolplane.session({ parent: first }) };
  return { base, toolplane, first, ...others };
}

function scratchOf({ manifest }: Session): string {
  return manifest.variables?.scratch?.[0] ?? "";
}

let calls = 0;

async function run(session: Session, name: string, args: JsonObject): Promise<string> {
  calls += 1;
  return JSON.stringify(await session.call({ id: `call-${calls}`, name, arguments: args }));
}

/** What a process that runs on printed until it ended; why it did not start, where it did not. */
async function inBackground(session: Session, command: string): Promise<string> {
  const marked = `${command}; echo E''ND`;
  const started = await run(session, "background", { action: "start", command: marked });
  const id = /process_\w+/.exec(started)?.[0];
  if (id === undefined) return started;
  let told = "";
  const reads = async () => {
    told = await run(session, "background", { action: "read", id });
    return told;
  };
  await expect.poll(reads).toContain("END");
  return told;
}
