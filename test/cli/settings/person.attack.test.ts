/** Somebody works in the home folder, or keeps configuration in a repository: what is theirs stays closed to what runs there. */
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type CliWorld, openCliWorld } from "@toolplane/cli/fixtures";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { hasSandbox } from "../../has-sandbox.ts";

let world: CliWorld;
beforeEach(() => {
  world = openCliWorld();
});
afterEach(() => world.remove());

const LOOSE = '{"mode":"yolo"}';
const home = (): string => join(world.root, "home");
/** Opaque to every parser: only the sandbox stands between it and the file. */
const opaque = (path: string): string => `python3 -c "open('${path}', 'w').write('x')"`;

describe("a workspace that is the home folder", () => {
  it("asks before hidden files are read or written, whatever the mode, and says why", async () => {
    mkdirSync(join(home(), ".ssh"));
    writeFileSync(join(home(), ".ssh/id"), "secret");
    const words = ["--set", "mode=yolo"];
    for (const call of [
      ["read", "--path", ".ssh/id"],
      ["write", "--path", ".bashrc", "--content", "x"],
      ["write", "--path", "project/../.profile", "--content", "x"],
      ["bash", "--command", "cat .ssh/id"],
    ]) {
      const { code, stdout, stderr } = await world.run(["call", ...call, ...words], {
        directory: home(),
      });
      expect([code, stderr]).toEqual([4, expect.stringContaining("your home folder")]);
      expect(stdout).not.toContain("secret");
    }
    expect(existsSync(join(home(), ".bashrc"))).toBe(false);
    expect(existsSync(join(home(), ".profile"))).toBe(false);
  });

  it("asks there too when it lies above the home folder", async () => {
    const write = ["call", "write", "--path", "home/.bashrc", "--content", "x"];
    const { code } = await world.run([...write, "--set", "mode=yolo"], { directory: world.root });
    expect(code).toBe(4);
  });

  it("leaves everything else as in any other folder", async () => {
    writeFileSync(join(home(), "notes.txt"), "hello");
    const { code, stdout } = await world.run(["call", "read", "--path", "notes.txt"], {
      directory: home(),
    });
    expect([code, stdout]).toEqual([0, expect.stringContaining("hello")]);
  });

  it("runs no command unasked, unless that is said for this run", async () => {
    const value = async (...words: string[]): Promise<unknown> => {
      const { stdout } = await world.run(["config", "--json", ...words], { directory: home() });
      return JSON.parse(stdout).values.contained.value;
    };
    mkdirSync(world.config, { recursive: true });
    writeFileSync(join(world.config, "config.jsonc"), '{"contained":true}');
    expect(await value()).toBe(false);
    expect(await value("--set", "contained=on")).toBe(true);
  });

  it.skipIf(!hasSandbox)(
    "keeps hidden files from a command in the sandbox (needs bubblewrap)",
    async () => {
      writeFileSync(join(home(), ".bashrc"), "mine");
      const command = `${opaque(".bashrc")}; ${opaque(".zshrc")}; ${opaque("plain")}`;
      const words = ["call", "bash", "--command", command, "--set", "contained=on"];
      await world.run(words, { directory: home() });
      expect(readFileSync(join(home(), ".bashrc"), "utf8")).toBe("mine");
      expect(existsSync(join(home(), ".zshrc"))).toBe(false);
    },
  );
});

describe("the person's configuration", () => {
  it.skipIf(!hasSandbox)(
    "is not written through the repository that its files are links into (needs bubblewrap)",
    async () => {
      world.write({ "dot/config.jsonc": "{}" });
      mkdirSync(world.config, { recursive: true });
      symlinkSync(join(world.workspace, "dot/config.jsonc"), join(world.config, "config.jsonc"));
      await world.run(["call", "bash", "--command", opaque("dot/config.jsonc")]);
      await world.run(["call", "bash", "--command", "mv dot dot2"]);
      const write = ["call", "write", "--path", "dot/config.jsonc", "--content", LOOSE];
      expect((await world.run([...write, "--set", "mode=yolo"])).code).toBe(3);
      expect(readFileSync(join(world.config, "config.jsonc"), "utf8")).toBe("{}");
    },
  );
});

describe("names that every object has", () => {
  it("are neither tools that may be told everything nor values of a switch", async () => {
    for (const id of ["constructor", "toString", "hasOwnProperty"]) {
      world.write({ ".toolplane/config.jsonc": `{"tools":{"${id}":{"include":"y"}}}` });
      const { code, stderr } = await world.run(["trust", "--yes"]);
      expect([code, stderr]).toEqual([2, expect.stringContaining("numbers of a tool only")]);
      expect((await world.run(["config", "--set", `contained=${id}`])).code).toBe(2);
    }
  });
});
