import { existsSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { COMMANDS } from "../program/command-table.ts";
import { linesWiderThan, openCliWorld } from "./cli-world.fixture.ts";

describe("toolplane alone", () => {
  it("says what it is, what is possible here and what to try, in 80 columns, and makes nothing", async () => {
    const world = openCliWorld({ "README.md": "hello\n" });
    try {
      const { code, stdout, stderr } = await world.run([]);
      expect(stdout).toMatch(/^toolplane \d+\.\d+\.\d+ runs the tool calls of AI agents/);
      expect(stdout).toMatch(/Here +project, no project configuration; \d+ bundled tools/);
      expect(stdout).toMatch(/Sandbox +\S+/);
      expect(stdout).toContain("toolplane call read README.md");
      expect(linesWiderThan(80, stdout)).toEqual([]);
      expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
      expect(existsSync(world.data)).toBe(false);
    } finally {
      world.remove();
    }
  });

  it("names every command, and none that there is not", async () => {
    const world = openCliWorld();
    try {
      const { stdout } = await world.run([]);
      for (const { name, isHidden } of COMMANDS) {
        const last = name.split(" ").at(-1) ?? "";
        if (isHidden) expect(stdout).not.toContain(last);
        else expect(stdout).toMatch(new RegExp(`\\b${last}\\b`));
      }
      const known = new Set(COMMANDS.map(({ name }) => name.split(" ")[0]));
      const tried = [...stdout.matchAll(/^ {2}toolplane (\w+)/gm)].map(([, name]) => name);
      expect(tried.filter((name) => !known.has(name))).toEqual([]);
    } finally {
      world.remove();
    }
  });

  it("is one JSON value with --json", async () => {
    const world = openCliWorld();
    try {
      const { stdout } = await world.run(["--json"]);
      expect(JSON.parse(stdout)).toMatchObject({ workspace: world.workspace, waiting: 0 });
    } finally {
      world.remove();
    }
  });
});
