import { existsSync } from "node:fs";
import { type CliWorld, linesWiderThan, openCliWorld } from "@toolplane/cli/fixtures";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

let world: CliWorld;
beforeAll(() => {
  world = openCliWorld({ "README.md": "hello\n" });
});
afterAll(() => world.remove());

describe("toolplane tools", () => {
  it("lists each name with its origin, posture, what it may touch and its calls [R039]", async () => {
    const { code, stdout } = await world.run(["tools"]);
    expect(stdout).toMatch(/^TOOL +ORIGIN +CHECKED +MAY TOUCH +CALLS$/m);
    expect(stdout).toMatch(/^grep +bundled +every call +fs\.read +0$/m);
    expect(stdout).toMatch(/^todo +bundled +by rules only +- +0$/m);
    expect(code).toBe(0);
    expect(existsSync(world.data)).toBe(false);
  });

  it("keeps what cannot work here apart, and says what it needs", async () => {
    const { stdout } = await world.run(["tools"]);
    const [works = "", lacks = ""] = stdout.split("These cannot work here");
    expect(works).toMatch(/^memory +bundled/m);
    expect(works).not.toMatch(/^(?:task|tasks|web_search|skill) /m);
    expect(lacks).toMatch(/^ {2}task, tasks {2}set TOOLPLANE_MODEL to a model$/m);
    expect(lacks).toMatch(
      /^ {2}web_search {3}set BRAVE_API_KEY, .* tools\.web_search\.providers$/m,
    );
    expect(lacks).toMatch(/^ {2}skill {8}write a skill/m);
    expect(linesWiderThan(80, stdout)).toEqual([]);
    const one = await world.run(["tools", "task"]);
    expect(one.stdout).toMatch(/^Not yet +It cannot work here yet: set TOOLPLANE_MODEL/m);
  });

  it("lists a tool among those that work once it has what it needs", async () => {
    const environment = { BRAVE_API_KEY: "k", TOOLPLANE_MODEL: "local/devstral" };
    const { stdout } = await world.run(["tools", "--json"], { env: environment });
    const { tools } = JSON.parse(stdout) as { tools: { name: string; needs: string | null }[] };
    const needs = new Map(tools.map((tool) => [tool.name, tool.needs]));
    expect(["task", "tasks", "web_search"].map((name) => needs.get(name))).toEqual([
      null,
      null,
      null,
    ]);
    expect(needs.get("skill")).toMatch(/^write a skill/);
  });

  it("asks nobody about a search that no service could answer", async () => {
    const { code, stderr } = await world.run(["call", "web_search", "x"]);
    expect(stderr).toMatch(/^! web_search cannot work here yet: set BRAVE/m);
    expect(code).toBe(1);
  });

  it("counts the calls that were made", async () => {
    const own = openCliWorld({ "README.md": "hello\n" });
    try {
      await own.run(["call", "read", "README.md"]);
      const { stdout } = await own.run(["tools", "--json"]);
      const { tools } = JSON.parse(stdout) as { tools: { name: string; calls: number }[] };
      expect(tools.find(({ name }) => name === "read")?.calls).toBe(1);
    } finally {
      own.remove();
    }
  });

  it("finds tools by what they do, the best first", async () => {
    const { stdout, stderr } = await world.run(["tools", "search", "file", "contents"]);
    expect(stdout.split("\n")[1]).toMatch(/^grep /);
    expect(stderr).toContain('for "search file contents"');
    const asked = await world.run(["tools", "find", "text", "in", "files"]);
    expect(asked.stdout.split("\n")[1]).toMatch(/^grep /);
  });

  it("shows one in full", async () => {
    const { stdout } = await world.run(["tools", "grep"]);
    expect(stdout).toMatch(/^grep {2}bundled · every call · mode read/);
    expect(stdout).toMatch(/^ {2}pattern +text +required$/m);
    expect(stdout).toMatch(/^ {2}context +number from 0 to 50$/m);
    expect(stdout).toMatch(/^May touch +fs\.read \/\*\*$/m);
    expect(linesWiderThan(80, stdout)).toEqual([]);
  });

  it("drops columns in a narrow window and never exceeds it", async () => {
    const { stdout } = await world.run(["tools"], { columns: 34 });
    expect(linesWiderThan(34, stdout)).toEqual([]);
    expect(stdout).toMatch(/^TOOL +CHECKED/);
  });

  it("says that nothing answers", async () => {
    const { code, stderr } = await world.run(["tools", "xyzzy"]);
    expect(stderr).toContain('No tool answers to "xyzzy".');
    expect(code).toBe(2);
    const near = await world.run(["tools", "raed"]);
    expect(near.stderr).toContain("Did you mean: toolplane tools read");
  });
});
