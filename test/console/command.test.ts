import { existsSync } from "node:fs";
import { type CliWorld, openCliWorld, send } from "@toolplane/cli/fixtures";
import { afterEach, beforeEach, expect, it } from "vitest";

let world: CliWorld;
beforeEach(() => {
  world = openCliWorld({ "README.md": "# Ledger\n" });
});
afterEach(() => world.remove());

/** Runs a command until its first line of JSON is there, then does something with it and asks it to end. */
async function during(
  words: readonly string[],
  look: (said: Readonly<Record<string, string>>) => Promise<void>,
): Promise<number> {
  const abort = new AbortController();
  let looked: Promise<void> | null = null;
  let fault: unknown = null;
  let output = "";
  const { code } = await world.run([...words, "--json"], {
    abort,
    onOutput(text) {
      output += text;
      if (looked !== null || !output.includes("\n")) return;
      looked = look(JSON.parse(output) as Readonly<Record<string, string>>)
        .catch((error: unknown) => {
          fault = error;
        })
        .finally(() => abort.abort("SIGTERM"));
    },
  });
  await looked;
  if (fault !== null) throw fault;
  return code;
}

it("serves until it is told to end, and prints an address that lets one in", async () => {
  const code = await during(["console", "--port", "0"], async ({ open = "", url }) => {
    const first = await send(open, { headers: { accept: "application/json" } });
    const headers = { authorization: `Bearer ${first.json.pass}` };
    const here = await send(`${url}/api/v1/here`, { headers });
    expect(here.json).toMatchObject({ workspace: world.workspace });
    expect(await send(open)).toMatchObject({ status: 401 });
  });
  expect(code).toBe(0);
});

it("runs beside the MCP server of start, unless it is not wanted", async () => {
  const code = await during(["start", "--port", "0"], async ({ console: address = "" }) => {
    expect(await send(address)).toMatchObject({ status: 303 });
  });
  expect(code).toBe(0);
  await during(["start", "--port", "0", "--no-console"], async (said) => {
    expect(said).not.toHaveProperty("console");
  });
});

it("is not opened by a command of a session, and says whose port it is", async () => {
  const inside = await world.run(["console", "--port", "0"], {
    env: { TOOLPLANE_SESSION: "ses_1" },
  });
  expect(inside).toMatchObject({ code: 3, stdout: "" });
  expect(existsSync(world.data)).toBe(false);
  await during(["console", "--port", "0"], async ({ url = "" }) => {
    const { code, stderr } = await world.run(["console", "--port", new URL(url).port]);
    expect([code, stderr]).toEqual([1, expect.stringContaining("is taken")]);
  });
});

it("leaves the demo as it is where nobody sits", async () => {
  const { code, stdout } = await world.run(["demo", "--console", "--no-sandbox"]);
  expect([code, stdout.includes("/open?ticket=")]).toEqual([0, false]);
});
