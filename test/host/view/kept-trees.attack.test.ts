/** Folders of programs that the holder mounts once, with all that is closed in them: nothing opens because they are kept. */
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import type { Rule } from "@toolplane/contract";
import { describe, expect, it, onTestFinished } from "vitest";
import { SANDBOX_LEVELS } from "../../sandbox-levels.ts";
import { openViewWorld } from "./fixture.ts";

const NAMES = ["one", "two", "three"];
const [FULL] = SANDBOX_LEVELS;
/** Not in /tmp or /var, where a command has others. */
const PLACE: string | undefined = [join(import.meta.dirname, "../../../reports"), homedir()].find(
  (folder) => !/^\/(?:tmp|var)\//.test(folder),
);
const NEEDS = "needs bubblewrap, and a checkout or a home outside of /tmp and /var";

describe.skipIf(!FULL?.runs || PLACE === undefined)(
  `a folder of programs that is kept mounted (${NEEDS})`,
  () => {
    /** A session in which three names beside a program are denied, and the folder is kept. */
    async function openKept() {
      mkdirSync(PLACE ?? "", { recursive: true });
      const parent = mkdtempSync(join(PLACE ?? "", ".toolplane-kept-"));
      onTestFinished(() => rmSync(parent, { recursive: true, force: true }));
      const world = await openViewWorld({ parent, programs: ".tool/bin" });
      onTestFinished(() => world.close());
      const tool = join(world.base, "home/.tool");
      mkdirSync(join(tool, "lib"));
      writeFileSync(join(tool, "bin/hello"), "#!/bin/sh\necho hello\n");
      chmodSync(join(tool, "bin/hello"), 0o755);
      for (const name of [...NAMES, "open"])
        writeFileSync(join(tool, "lib", name), `SECRET ${name}\n`);
      const rules = NAMES.map(
        (name): Rule => ({ permission: "fs.read", pattern: `${tool}/lib/${name}`, action: "deny" }),
      );
      const cat = `hello; cd ${tool}/lib; cat one two three open 2>/dev/null; true`;
      const run = async (more: readonly Rule[] = rules) =>
        (await world.run(`eval '${cat}'`, { rules: more })).output;
      const kept = () =>
        readdirSync(join(world.userData, "sandbox"))
          .flatMap((own) => readdirSync(join(world.userData, "sandbox", own)))
          .filter((name) => name.startsWith("trees-"));
      return { world, tool, run, kept };
    }
    const OPEN = "hello\nSECRET open\n";

    it("shows the same as before it was kept", async () => {
      const { run, kept } = await openKept();
      const outputs: string[] = [];
      for (let turn = 0; turn < 4; turn += 1) outputs.push(await run());
      expect(kept()).toHaveLength(1);
      outputs.push(await run(), await run());
      expect(new Set(outputs)).toEqual(new Set([OPEN]));
    });

    it("opens no name that was replaced outside meanwhile, and none for other rules", async () => {
      const { run, kept, tool } = await openKept();
      for (let turn = 0; turn < 4; turn += 1) expect(await run()).toBe(OPEN);
      expect(kept()).toHaveLength(1);
      writeFileSync(join(tool, "lib/new"), "SECRET replaced\n");
      renameSync(join(tool, "lib/new"), join(tool, "lib/one"));
      expect(await run()).toBe(OPEN);
      expect(await run([])).toBe("hello\nSECRET replaced\nSECRET two\nSECRET three\nSECRET open\n");
      expect(await run()).toBe(OPEN);
    });
  },
);
