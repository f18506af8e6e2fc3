/** A process that runs on sees files live and writes only what was declared; what is hidden never comes into its sight. */
import type { ChildProcess } from "node:child_process";
import {
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Rule } from "@toolplane/contract";
import { afterEach, describe, expect, it } from "vitest";
import { SANDBOX_LEVELS } from "../../sandbox-levels.ts";
import { openWorld, type SandboxWorld, spawnPrepared } from "./fixture.ts";

const RULES: readonly Rule[] = [
  { permission: "fs.read", pattern: "**/.env", action: "deny" },
  { permission: "fs.read", pattern: "**/*.pem", action: "deny" },
  { permission: "fs.read", pattern: "vault/**", action: "deny" },
  { permission: "fs.read", pattern: "vault/open/**", action: "allow" },
  { permission: "fs.write", pattern: "dist/locked/**", action: "deny" },
  { permission: "fs.read", pattern: "**/shut/**", action: "deny" },
];

/** Waits for an event of a folder with the kernel's own watch, as build tools do. */
const WATCH = `
import ctypes, os, sys
libc = ctypes.CDLL(None)
descriptor = libc.inotify_init1(0)
libc.inotify_add_watch(descriptor, sys.argv[1].encode(), 0x3c2)
print("watching", flush=True)
os.read(descriptor, 65536)
print("saw", sorted(os.listdir(sys.argv[1])), flush=True)
`;

interface Process {
  readonly child: ChildProcess;
  said(): string;
  stop(): Promise<void>;
}

for (const { sandbox, needs, runs } of SANDBOX_LEVELS)
  describe.skipIf(!runs)(`a process that runs on (needs ${needs})`, () => {
    const worlds: SandboxWorld[] = [];
    const processes: Process[] = [];
    afterEach(async () => {
      for (const process of processes.splice(0)) await process.stop();
      for (const world of worlds.splice(0)) await world.close();
    });
    async function open(parent?: string): Promise<SandboxWorld> {
      const world = await openWorld({ sandbox, rules: RULES, ...(parent ? { parent } : {}) });
      worlds.push(world);
      world.file("package.json", "one");
      world.file("src/a.js", "a");
      return world;
    }
    async function start(
      world: SandboxWorld,
      line: string,
      outputs: { readonly declared?: readonly string[]; readonly usual?: readonly string[] } = {},
    ): Promise<Process> {
      const at = (names: readonly string[] = []) =>
        names.map((name) => join(world.workspace, name));
      const declared = at(outputs.declared);
      const command = await world.prepare(line, {
        outputs: { declared, usual: at(outputs.usual) },
      });
      const child = spawnPrepared(command);
      let output = "";
      const hear = (data: Buffer) => {
        output += data.toString("utf8");
      };
      child.stdout?.on("data", hear);
      child.stderr?.on("data", hear);
      const ended = new Promise<void>((resolve) => child.once("close", () => resolve()));
      const process: Process = {
        child,
        said: () => output,
        stop: async () => {
          child.kill("SIGKILL");
          await ended;
          await command.release();
        },
      };
      processes.push(process);
      return process;
    }
    /** Saves as editors do: a new file takes the name. */
    function save(world: SandboxWorld, name: string, text: string): void {
      const fresh = world.file(`${name}.fresh`, text);
      renameSync(fresh, join(world.workspace, name));
    }

    it("never has a hidden name in sight, whatever becomes of the file", async () => {
      const world = await open();
      const path = (name: string) => join(world.workspace, name);
      linkSync(world.file(".env", "CANARY-1"), path("hard"));
      linkSync(path(".env"), path("src/hard"));
      world.file("pkg/deep/.env", "CANARY-2");
      world.file("pkg/deep/code.js", "code");
      world.file("vault/key", "CANARY-3");
      world.file("src/shut/inner/key", "CANARY-17");
      world.file("vault/open/note", "note");
      world.file("store/real", "CANARY-4");
      symlinkSync("store/real", path("key.pem"));
      world.file("src/in/b.js", "b");
      world.file("node_modules/m/index.js", "m");
      const later = "src/.env src/in/.env src/in/x.pem node_modules/m/.env made/.env vault2/key";
      const names = `src/shut/inner/key .env hard src/hard pkg/deep/.env vault/key store/real key.pem later.pem ${later}`;
      const process = await start(
        world,
        `cat vault/open/note pkg/deep/code.js; while :; do cat ${names} 2>/dev/null; ls -RA . | grep -E 'env|pem|^hard|real|shut|inner'; cat package.json; sleep 0.01; done`,
      );
      await expect.poll(process.said).toContain("notecode");
      let round = 0;
      const seen = async (change: () => void) => {
        change();
        round += 1;
        save(world, "package.json", `round-${round}.`);
        await expect.poll(process.said).toContain(`round-${round}.`);
      };
      await seen(() => save(world, ".env", "CANARY-5"));
      await seen(() => rmSync(path(".env")));
      await seen(() => world.file(".env", "CANARY-6"));
      await seen(() => world.file("later.pem", "CANARY-7"));
      await seen(() => save(world, "pkg/deep/.env", "CANARY-8"));
      // Where nothing was hidden when it began.
      await seen(() => world.file("src/.env", "CANARY-11"));
      await seen(() => save(world, "src/in/.env", "CANARY-12"));
      await seen(() => world.file("src/in/x.pem", "CANARY-13"));
      await seen(() => world.file("node_modules/m/.env", "CANARY-14"));
      await seen(() => world.file("made/.env", "CANARY-15"));
      await seen(() => {
        renameSync(path("src/in"), path("src/moved"));
        world.file("src/in/.env", "CANARY-16");
      });
      await seen(() => {
        renameSync(path("pkg"), path("old"));
        world.file("pkg/deep/.env", "CANARY-9");
      });
      await seen(() => {
        renameSync(path("vault"), path("vault2"));
        world.file("vault/key", "CANARY-10");
      });
      expect(process.said()).not.toMatch(/CANARY|env|pem|hard|real|shut|inner/);
    });

    it("guards a workspace whole, whatever the folders above it are called", async () => {
      const above = mkdtempSync(join(tmpdir(), "toolplane-above-"));
      const parent = join(above, "node_modules");
      mkdirSync(parent);
      const world = await open(parent);
      try {
        const folders = Array.from({ length: 60 }, (_, index) => `many/f${index}`);
        for (const folder of folders) world.file(`${folder}/code.js`, "code");
        const look = "cat many/*/.env many/*/seen 2> /dev/null; sleep 0.1";
        const process = await start(world, `echo begun; while :; do ${look}; done`);
        await expect.poll(process.said).toContain("begun");
        for (const folder of folders) world.file(`${folder}/.env`, "CANARY-21");
        for (const folder of folders) world.file(`${folder}/seen`, `SEEN ${folder};`);
        for (const folder of folders) await expect.poll(process.said).toContain(`SEEN ${folder};`);
        expect(process.said()).not.toContain("CANARY");
      } finally {
        for (const process of processes.splice(0)) await process.stop();
        for (const each of worlds.splice(0)) await each.close();
        rmSync(above, { recursive: true });
      }
    });

    it("sees what changes: in folders at once, beside hidden names a moment later", async () => {
      const world = await open();
      world.file(".env", "CANARY");
      world.file("gone.txt", "gone");
      const watch = world.file("watch.py", WATCH);
      const process = await start(
        world,
        `/usr/bin/python3 ${watch} src; cat src/new.js; while :; do echo "[$(cat package.json new.txt gone.txt 2>/dev/null)]"; sleep 0.01; done`,
      );
      await expect.poll(process.said).toContain("watching");
      world.file("src/new.js", "made later;");
      await expect.poll(process.said).toContain("saw ['a.js', 'new.js']");
      await expect.poll(process.said).toContain("made later;");
      await expect.poll(process.said).toContain("[onegone]");
      save(world, "package.json", "two");
      world.file("new.txt", "new");
      rmSync(join(world.workspace, "gone.txt"));
      await expect.poll(process.said).toContain("[twonew]");
    });

    it("sees folders come, go and move, where a name could be made that rules hide", async () => {
      const world = await open();
      const path = (name: string) => join(world.workspace, name);
      world.file("src/one/a", "a");
      const process = await start(
        world,
        'while :; do echo "[$(find src -type f | sort | tr "\\n" " ")]"; sleep 0.01; done',
      );
      await expect.poll(process.said).toContain("[src/a.js src/one/a ]");
      world.file("src/two/deep/b", "b");
      await expect.poll(process.said).toContain("[src/a.js src/one/a src/two/deep/b ]");
      renameSync(path("src/two"), path("src/three"));
      await expect.poll(process.said).toContain("[src/a.js src/one/a src/three/deep/b ]");
      rmSync(path("src/one"), { recursive: true });
      world.file("src/one/c", "c");
      await expect.poll(process.said).toContain("[src/a.js src/one/c src/three/deep/b ]");
      world.file("src/one/d", "d");
      await expect.poll(process.said).toContain("[src/a.js src/one/c src/one/d src/three/deep/b ]");
      rmSync(path("src/three"), { recursive: true });
      rmSync(path("src/one"), { recursive: true });
      await expect.poll(process.said).toMatch(/src\/three\/deep\/b \]\n(?:.*\n)*\[src\/a\.js \]/);
    });

    it("is over its bound one byte past it: whole files stay, and nothing more is brought over", async () => {
      const world = await open();
      const path = (name: string) => join(world.workspace, name);
      world.file("dist/old.js", "old");
      const declared = [path("dist")];
      const block = 4_096;
      const bounded = async (maxBytes: number, maxFiles: number, line: string) => {
        const outputs = { declared, usual: [], maxBytes, maxFiles };
        const command = await world.prepare(line, { outputs });
        const child = spawnPrepared(command);
        await new Promise((resolve) => child.once("close", resolve));
        await command.release();
        return command.overBound?.() ?? null;
      };
      const write = (name: string, bytes: number) => `head -c ${bytes} /dev/zero > dist/${name}`;
      expect(await bounded(2 * block, 10, write("fits", 2 * block))).toBeNull();
      expect(statSync(path("dist/fits")).size).toBe(2 * block);
      writeFileSync(path("dist/fits"), "");
      expect(await bounded(2 * block, 10, write("over", 2 * block + 1))).toContain("8192 bytes");
      expect(readdirSync(path("dist")).sort()).toEqual(["fits", "old.js"]);
      // Names that rules refuse never get there, and count all the same.
      expect(await bounded(2 * block, 10, write(".envrc", 3 * block))).toContain("8192 bytes");
      expect(await bounded(9 * block, 4, "touch dist/a dist/b")).toBeNull();
      // Past the bound from the first new name on: at no moment is there anything to bring over.
      expect(await bounded(9 * block, 4, "touch dist/c dist/d dist/e; rm dist/fits")).toContain(
        "more than 4 files",
      );
      expect(readdirSync(path("dist")).sort()).toEqual(["a", "b", "fits", "old.js"]);
      const before = readdirSync(join(world.userData, "sandbox"), { recursive: true }).length;
      await expect(bounded(2 * block, 3, "true")).rejects.toMatchObject({ code: "too_large" });
      await expect(bounded(block - 1, 9, "true")).rejects.toMatchObject({ code: "too_large" });
      expect(readdirSync(join(world.userData, "sandbox"), { recursive: true })).toHaveLength(
        before,
      );
    });

    it("writes what was declared, and nothing else", async () => {
      const world = await open();
      mkdirSync(join(world.workspace, ".git"));
      world.file(".git/config", "[core]\n");
      world.file("dist/locked/x", "locked");
      const outputs = { declared: ["dist", "build/out", "log.txt"], usual: [".next", "vault"] };
      const tries = [
        "dist/ok build/out/ok log.txt .next/ok /tmp/ok",
        "x src/a.js src/x package.json .env .git/config .git/hooks vault/x dist/locked/x build/x",
      ].map((names) => `for f in ${names}; do (echo w >> $f) 2>&1 && echo "+$f"; done`);
      const process = await start(
        world,
        `${tries.join("; ")}; mv dist d; rm -r src; echo end`,
        outputs,
      );
      await expect.poll(process.said).toContain("\nend");
      const written = process.said().match(/^\+.*$/gm);
      expect(written).toEqual(["+dist/ok", "+build/out/ok", "+log.txt", "+.next/ok", "+/tmp/ok"]);
      expect(process.said().match(/Read-only file system|No such file/g)?.length).toBeGreaterThan(
        9,
      );
      await process.stop();
      expect(readFileSync(join(world.workspace, "log.txt"), "utf8")).toBe("w\n");
      expect(readdirSync(join(world.workspace, "dist"))).toEqual(["locked", "ok"]);
      expect(readdirSync(world.workspace).sort()).toEqual(
        [".git", ".next", "build", "dist", "log.txt", "package.json", "src"].sort(),
      );
    });

    it("brings over what it writes as it comes, and no name that rules refuse", async () => {
      const world = await open();
      const path = (name: string) => join(world.workspace, name);
      world.file("dist/old.js", "old");
      world.file("dist/gone.js", "gone");
      world.file("dist/theirs.js", "theirs");
      const process = await start(
        world,
        "cd dist; cat old.js; mkdir -p .git/hooks .vscode sub; echo x > .envrc; echo x > .git/config; echo x > .vscode/tasks.json; echo new > sub/new.js; echo more >> old.js; rm gone.js; ln -s ../../.env up; ln -s new.js sub/link; chmod 4755 old.js; echo written; while [ ! -e sub/go ]; do sleep 0.02; [ -e /tmp/go ] && break; done; echo mine > theirs.js; rm -r sub; echo end; sleep 100",
        { declared: ["dist"] },
      );
      await expect.poll(process.said).toContain("written");
      await expect.poll(() => existsSync(path("dist/sub/link"))).toBe(true);
      await expect.poll(() => readFileSync(path("dist/old.js"), "utf8")).toBe("oldmore\n");
      await expect.poll(() => existsSync(path("dist/gone.js"))).toBe(false);
      world.file("dist/theirs.js", "theirs, changed");
      world.file("dist/sub/person.txt", "a person's");
      writeFileSync(join(world.scratch, "go"), "");
      await expect.poll(process.said).toContain("end");
      await process.stop();
      expect(readdirSync(path("dist"), { recursive: true }).map(String).sort()).toEqual(
        [".git", ".git/hooks", ".vscode", "old.js", "sub", "sub/person.txt", "theirs.js"].filter(
          (name) => existsSync(path(`dist/${name}`)),
        ),
      );
      for (const name of [".envrc", ".git/config", ".vscode/tasks.json", "up", "sub/new.js"])
        expect(existsSync(path(`dist/${name}`)), name).toBe(false);
      expect(readFileSync(path("dist/theirs.js"), "utf8")).toBe("theirs, changed");
      expect(readFileSync(path("dist/sub/person.txt"), "utf8")).toBe("a person's");
      expect(statSync(path("dist/old.js")).mode & 0o7777).toBe(0o755);
    });

    it("is told which walls it met", async () => {
      const world = await open();
      world.file(".env", "CANARY");
      const command = await world.prepare("true", { outputs: { declared: [], usual: [] } });
      const said =
        "touch: cannot touch 'x': Read-only file system\ncat: .env: No such file or directory";
      const walls = command.likelyRefused(said).map((path) => path.slice(world.workspace.length));
      await command.release();
      expect(walls).toContain("/x");
      expect(walls).not.toContain("/touch");
    });

    it.each([
      ["the workspace itself", ".", "whole folder"],
      ["a folder with a hidden name", "pkg", "hides"],
      ["a closed folder", "dist/locked", "closes it"],
      ["a protected name", ".git/hooks", "closes it"],
    ])("does not begin with %s as an output", async (_, name, why) => {
      const world = await open();
      world.file("pkg/.env", "CANARY");
      world.file("dist/locked/x", "locked");
      mkdirSync(join(world.workspace, ".git"));
      await expect(start(world, "true", { declared: [name] })).rejects.toMatchObject({
        code: "permission_denied",
        message: expect.stringContaining(why),
      });
    });

    it("leaves nothing of its view behind", async () => {
      const world = await open();
      const process = await start(world, "echo ready; sleep 100");
      await expect.poll(process.said).toContain("ready");
      const [own = ""] = readdirSync(join(world.userData, "sandbox"));
      const views = () =>
        readdirSync(join(world.userData, "sandbox", own)).filter((name) => /^bound-/.test(name));
      expect(views()).toHaveLength(1);
      await process.stop();
      expect(views()).toEqual([]);
      expect(existsSync(join(world.workspace, "package.json"))).toBe(true);
    });

    it("shows a file that is too large to copy as it is", async () => {
      const world = await open();
      writeFileSync(join(world.workspace, "large.bin"), Buffer.alloc(9 * 1024 * 1024, 65));
      const process = await start(world, "wc -c < large.bin; echo x >> large.bin; echo end");
      await expect.poll(process.said).toMatch(/^9437184\n(?:.*\n)*end/);
      // Which of the two streams is written down first is nobody's promise.
      await expect.poll(process.said).toContain("Read-only file system");
    });
  });
