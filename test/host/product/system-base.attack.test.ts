/**
 * The system base that every process is shown lacks what rules deny there: by its name, by a link, and as a whole folder.
 * SECURITY.md: "what such a rule denies is absent from every command that starts ten seconds after it came there or later, the
 * first command of a process among them".
 */
import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import type { Rule } from "@toolplane/contract";
import { bashTool } from "@toolplane/tools";
import { describe, expect, it, onTestFinished } from "vitest";
import { SANDBOX_LEVELS } from "../../sandbox-levels.ts";
import { openProduct } from "./fixture.ts";

const deny = (pattern: string): Rule => ({ permission: "fs.read", pattern, action: "deny" });

/** A rule, and a script that reads past it. */
const CASES: readonly (readonly [string, string])[] = [
  ["/etc/hosts", "cat /etc/hosts"],
  ["/etc/passwd", "python3 -c 'print(open(\"/etc/passwd\").read())'"],
  ["/etc/ssl/**", "ls /etc/ssl/certs; find /etc/ssl -type f"],
  ["/usr/lib/os-release", "cat /etc/os-release /usr/lib/os-release"],
  ["/etc/os-release", "cat /etc/os-release /usr/lib/os-release"],
  [
    "/usr/share/doc/bash/**",
    "cat /usr/share/doc/bash/copyright; cat /usr/share/doc/bas[h]/copyright",
  ],
  ["/usr/share/doc/*/copyright", "cat /usr/share/doc/bash/copyright"],
  ["**/nsswitch.conf", "cat /etc/nsswitch.conf"],
];

for (const { sandbox, needs, runs } of SANDBOX_LEVELS)
  describe.skipIf(!runs)(`rules about the system (needs ${needs})`, () => {
    it("hold for commands", async () => {
      const leaks: string[] = [];
      const { toolplane, workspace } = await openProduct({ tools: [bashTool], sandbox });
      for (const [index, [pattern, line]] of CASES.entries()) {
        writeFileSync(`${workspace}/a.sh`, `( ${line} ) 2>/dev/null; echo ran\n`);
        const call = { name: "bash", arguments: { command: "sh a.sh" } };
        const session = toolplane.session({ rules: [deny(pattern)] });
        const result = await session.call({ id: `c${index}`, ...call });
        if (result.type !== "output" || result.data !== "ran\n")
          leaks.push(`${pattern}: ${JSON.stringify(result).slice(0, 200)}`);
        await session.close();
      }
      expect(leaks).toEqual([]);
      const open = toolplane.session({ rules: [] });
      writeFileSync(`${workspace}/a.sh`, "wc -c < /etc/hosts; wc -c < /usr/lib/os-release\n");
      const seen = await open.call({ id: "o", name: "bash", arguments: { command: "sh a.sh" } });
      expect(JSON.stringify(seen)).toMatch(/[1-9]\d*\\n[1-9]\d*\\n/);
    });
  });

const DENIED: readonly Rule[] = ["**/.env", "**/*.secret", "**/keys/**"].map(deny);

/** A folder of installed programs that commands are shown because it is on PATH, and one that everybody has if this user may. */
function shownFolders(): readonly string[] {
  const installed = join(homedir(), `toolplane-installed-${process.pid}-${Math.random()}`);
  mkdirSync(join(installed, "bin"), { recursive: true });
  mkdirSync(join(installed, "lib"));
  onTestFinished(() => rmSync(installed, { recursive: true, force: true }));
  const trees = ["/opt", "/usr/local"].flatMap((tree) => {
    try {
      const made = mkdtempSync(join(tree, "toolplane-"));
      chmodSync(made, 0o755);
      onTestFinished(() => rmSync(made, { recursive: true, force: true }));
      return [made];
    } catch {
      return [];
    }
  });
  return [join(installed, "lib"), ...trees];
}

for (const { sandbox, needs, runs } of SANDBOX_LEVELS)
  describe.skipIf(!runs)(`a name that came to a shown folder lately (needs ${needs})`, () => {
    it("is absent for the next command, by wildcard rules too", async () => {
      const folders = shownFolders();
      const { toolplane, workspace } = await openProduct({
        tools: [bashTool],
        sandbox,
        environment: { ...process.env, PATH: `${dirname(folders[0] ?? "")}/bin:/usr/bin:/bin` },
      });
      const session = toolplane.session({ rules: DENIED });
      let calls = 0;
      const readAll = async (paths: readonly string[]) => {
        calls += 1;
        const lines = [...paths, ...folders.map((folder) => `${folder}/open`)].map(
          (path) => `cat '${path}' 2>/dev/null`,
        );
        writeFileSync(`${workspace}/a.sh`, `${lines.join("\n")}\ntrue\n`);
        const result = await session.call({
          id: `c${calls}`,
          name: "bash",
          arguments: { command: "sh a.sh" },
        });
        return result.type === "output" ? result.data : JSON.stringify(result);
      };
      for (const folder of folders) writeFileSync(join(folder, "open"), "open\n");
      const open = "open\n".repeat(folders.length);
      expect(await readAll([])).toBe(open);
      const names = [
        ".env",
        "share/deep/er/.env",
        "x.secret",
        "etc/keys/a",
        "share/deep/later.secret",
      ];
      const made: string[] = [];
      // Before each command one name comes, in a folder that was looked at for the last one or in a new one.
      for (const name of names) {
        for (const folder of folders) {
          const path = join(folder, name);
          mkdirSync(dirname(path), { recursive: true });
          writeFileSync(path, "CANARY");
          symlinkSync(path, join(folder, `link-${calls}`));
          made.push(path, join(folder, `link-${calls}`));
        }
        expect(await readAll(made)).toBe(open);
      }
    });
  });

/** A folder far down in a tree of programs, beyond what is looked at before every command. */
function deepFolder(): string | null {
  try {
    const made = mkdtempSync("/usr/share/toolplane-");
    onTestFinished(() => rmSync(made, { recursive: true, force: true }));
    chmodSync(made, 0o755);
    const deep = join(made, "a/b/c/d");
    mkdirSync(deep, { recursive: true });
    return deep;
  } catch {
    return null;
  }
}

for (const { sandbox, needs, runs } of SANDBOX_LEVELS)
  describe.skipIf(!runs)(`a name far down in the base (needs ${needs})`, () => {
    it("is absent from the first command of a process on, beside rules that close hundreds of names", async ({
      skip,
    }) => {
      const deep = deepFolder();
      if (deep === null) return skip("this user may not write in /usr");
      // No rule of another test names it: a folder that goes while somebody else's command is prepared would fail that.
      const closed = ".closed-far-down";
      for (const name of [closed, "open"]) writeFileSync(join(deep, name), `CANARY ${name}\n`);
      const { toolplane, workspace } = await openProduct({ tools: [bashTool], sandbox });
      const rules = [deny("**/*.md"), deny("**/*.txt"), deny(`**/${closed}`), ...DENIED];
      const session = toolplane.session({ rules });
      writeFileSync(`${workspace}/a.sh`, `cat ${deep}/open ${deep}/${closed} 2>/dev/null; true\n`);
      const call = { name: "bash", arguments: { command: "sh a.sh" } };
      const first = await session.call({ id: "first", ...call });
      expect(first.type === "output" ? first.data : first).toBe("CANARY open\n");
    });
  });
