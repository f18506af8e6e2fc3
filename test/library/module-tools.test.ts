/** Tools that a program names by their module: they run apart, and nothing of the program or of another tool is in their reach. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { defineTool } from "@toolplane/contract";
import { createToolplane, type ToolplaneOptions } from "toolplane";
import { describe, expect, it, onTestFinished } from "vitest";
import { outcomeOf, toolText } from "../host/tool-folders/fixture.ts";

const READS = '{ fs: { read: ["{workspace}/**"] } }';

/** A workspace with a secret, and modules beside it. */
async function open(modules: Readonly<Record<string, string>>, more: ToolplaneOptions = {}) {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "toolplane-modules-")));
  const workspace = join(root, "ws");
  mkdirSync(workspace);
  writeFileSync(join(workspace, ".env"), "KEY=secret");
  writeFileSync(join(workspace, "a.txt"), "plain");
  const tools = Object.entries(modules).map(([name, text]) => {
    writeFileSync(join(root, name), text);
    return { module: pathToFileURL(join(root, name)), isolated: true } as const;
  });
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const tp = await createToolplane({
    workspace,
    userData: join(root, "data"),
    record: false,
    tools,
    policy: [
      { permission: "*", pattern: "**", action: "allow" },
      { permission: "*", pattern: "**/.env", action: "deny" },
    ],
    onWarning: () => {},
    ...more,
  });
  onTestFinished(() => tp.close());
  let calls = 0;
  const call = async (name: string, args: object = {}) => {
    calls += 1;
    const id = `call-${calls}`;
    return outcomeOf(await tp.call({ id, name, arguments: { ...args } }));
  };
  return { tp, call, workspace };
}

const attempt = (code: string) =>
  `try { return String(await (async () => { ${code} })()); } catch (error) { return "stopped"; }`;

describe("a tool by its module", () => {
  it("reads what rules let it through its door, and nothing past it by Node's own modules [R065] [R288]", async () => {
    const { call, workspace } = await open({
      "look.ts": toolText(
        "look",
        `const fs = await import("node:fs"); const cp = await import("node:child_process");
         const past = async (code) => { ${attempt("return await code();")} };
         const door = async (name) => { ${attempt("return new TextDecoder().decode((await runtime.fs.read(name)).bytes);")} };
         return [await door("a.txt"), await door(".env"), await past(() => fs.readFileSync(args.path + "/.env", "utf8")), await past(() => fs.writeFileSync(args.path + "/made", "x")), await past(() => cp.execSync("cat " + args.path + "/.env"))];`,
        { requires: READS },
      ),
    });
    expect(await call("look", { path: workspace })).toEqual([
      "plain",
      "stopped",
      "stopped",
      "stopped",
      "stopped",
    ]);
  });

  it("sees no variable that it did not declare, and nothing of the program or of another tool [R292]", async () => {
    const seen = `return { env: process.env.TOOLPLANE_TEST_SECRET ?? null, other: globalThis.kept ?? null };`;
    (globalThis as { kept?: string }).kept = "the program's";
    process.env.TOOLPLANE_TEST_SECRET = "the program's";
    onTestFinished(() => {
      delete (globalThis as { kept?: string }).kept;
      delete process.env.TOOLPLANE_TEST_SECRET;
    });
    const { call } = await open({
      "keep.ts": toolText("keep", `globalThis.kept = "a tool's"; return "kept";`),
      "look.ts": toolText("look", seen),
    });
    expect(await call("keep")).toBe("kept");
    expect(await call("look")).toEqual({ env: null, other: null });
  });

  it("is told from a tool of this process, beside which it works", async () => {
    const own = defineTool({
      id: "own",
      description: "One of the program's process.",
      parameters: { type: "object" },
      requires: {},
      execute: () => "here",
    });
    const { tp, call } = await open({ "apart.ts": toolText("apart", `return "there";`) });
    tp.kernel.register(own);
    expect([await call("own"), await call("apart")]).toEqual(["here", "there"]);
    const rows = tp.kernel.describe().map(({ name, isolated, origin }) => [name, isolated, origin]);
    expect(rows).toEqual([
      ["apart", true, "bundled"],
      ["own", false, "bundled"],
    ]);
  });

  it("is refused when the toolplane is made: as a function of this process, by an address, or broken", async () => {
    const closure = defineTool({
      id: "closure",
      description: "A closure.",
      parameters: { type: "object" },
      requires: {},
      execute: () => null,
    });
    const refused = (tools: readonly unknown[]) =>
      createToolplane({ tools, record: false, workspace: null } as never);
    const advice = /tools\[0\]: is to run isolated.*Put it in a file.*isolated: true/;
    await expect(refused([{ ...closure, isolated: true }])).rejects.toThrow(advice);
    const module = new URL("https://tools.test/a.ts");
    await expect(refused([{ module, isolated: true }])).rejects.toThrow(advice);
    await expect(open({ "broken.ts": "export const tool = 1;" })).rejects.toThrow(
      /the module broken.*exports no tool/,
    );
  });
});
