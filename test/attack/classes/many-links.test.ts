/**
 * A rule about a link closes what it leads to. Whoever makes many other links to the same file must not hide that one among them,
 * and thousands of them must not hold up what is written behind them.
 */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createToolplane } from "toolplane";
import { expect, it, onTestFinished } from "vitest";

const RULES = [
  { permission: "*", pattern: "{workspace}/secrets/**", action: "deny" },
  { permission: "bash", pattern: "*", action: "allow" },
] as const;

it("finds the link that a rule closes among any number of others", async () => {
  const base = realpathSync(mkdtempSync(join(tmpdir(), "toolplane-links-")));
  onTestFinished(() => rmSync(base, { recursive: true, force: true }));
  const workspace = join(base, "ws");
  for (const folder of ["a", "data", "secrets", "src"])
    mkdirSync(join(workspace, folder), { recursive: true });
  writeFileSync(join(workspace, "data/real"), "CANARY-LINK\n");
  symlinkSync("../data/real", join(workspace, "secrets/ln"));
  for (let at = 0; at < 3_000; at += 1) symlinkSync("../data/real", join(workspace, `a/${at}`));
  const toolplane = await createToolplane({
    workspace,
    sandbox: "none",
    userData: join(base, "data"),
    record: false,
    onWarning: () => undefined,
  });
  onTestFinished(() => toolplane.close());
  const session = toolplane.session({ rules: RULES });
  const calls = [
    { name: "grep", arguments: { pattern: "CANARY-LIN[K]", output_mode: "content" } },
    { name: "grep", arguments: { pattern: "CANARY-LIN[K]", path: "data" } },
    { name: "glob", arguments: { pattern: "data/*" } },
    { name: "read", arguments: { path: "data/real" } },
    { name: "read", arguments: { path: "a/7" } },
    ...["cat data/real", "cat a/7", "head -1 data/*", "grep -r CANARY data"].map((command) => ({
      name: "bash",
      arguments: { command },
    })),
  ];
  for (const [index, call] of calls.entries()) {
    const said = JSON.stringify(await session.call({ id: `link-${index}`, ...call }));
    const found = said.includes("CANARY-LINK") || said.includes('"data/real');
    expect(found, `${call.name} ${JSON.stringify(call.arguments)}: ${said}`).toBe(false);
  }
});
