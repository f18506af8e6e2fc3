/** One rule. Every way in. Run it with `npm start`: no key, no account; a scratch project is made and removed again. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { JsonObject, ProcessReport, ToolResult } from "@toolplane/contract";
import type { Session, Toolplane } from "toolplane";
import { type DemoWorld, makeDemoWorld, PYTHON, SECRET } from "./world.ts";

const RULE = /\(policy\.json:\d+\)/;

let leaked = false;
let calls = 0;
let refused = 0;

function say(line = ""): void {
  console.log(line);
}

/** Makes one call, prints one line about it, and watches for the secret. */
async function attempt(session: Session, name: string, args: JsonObject): Promise<ToolResult> {
  calls += 1;
  const result = await session.call({ id: `demo-${calls}`, name, arguments: args });
  const stopped = result.type === "error" || wallsMet(result).length > 0;
  if (stopped) refused += 1;
  if (JSON.stringify(result).includes(SECRET)) leaked = true;
  const shown = `${name} ${Object.values(args).join(" ")}`.padEnd(46).slice(0, 46);
  say(`  ${stopped ? "✗" : "✓"} ${shown}  ${outcome(result)}`);
  return result;
}

function outcome(result: ToolResult): string {
  if (result.type === "error")
    return RULE.exec(result.error_text)?.[0] ?? `${result.code}: ${result.error_text}`;
  if (wallsMet(result).length > 0) return "likely refused by the sandbox (policy.json:2)";
  const data = result.data as { readonly output?: string } | null;
  return (data?.output ?? JSON.stringify(result.data)).trim().split("\n").at(-1) ?? "";
}

function wallsMet(result: ToolResult): readonly string[] {
  return (result.details as ProcessReport | undefined)?.likelyRefused ?? [];
}

async function fiveWaysIn(session: Session): Promise<void> {
  say("The rule, policy.json line 2:   fs.read  **/.env  deny");
  say();
  say("Five ways in");
  await attempt(session, "read", { path: ".env" });
  await attempt(session, "grep", { pattern: "TOKEN", path: ".env" });
  await attempt(session, "bash", { command: "cat .env" });
  await attempt(session, "bash", { command: PYTHON });
  await attempt(session, "read", { path: "notes.txt" });
}

async function withoutParser(toolplane: Toolplane): Promise<void> {
  say();
  say("The same with the command parser switched off: only the sandbox is left");
  const session = toolplane.session();
  await attempt(session, "bash", { command: "cat .env" });
  await attempt(session, "bash", { command: PYTHON });
}

async function workGoesOn(session: Session, world: DemoWorld): Promise<void> {
  say();
  say("Work goes on, unasked");
  const path = "src/price.js";
  await attempt(session, "bash", { command: "npm test" });
  await attempt(session, "edit", { path, old_string: "41", new_string: "42" });
  await attempt(session, "undo", {});
  say(`    ${path} is again: ${(await readFile(join(world.project, path), "utf8")).trim()}`);
}

async function explain(session: Session): Promise<void> {
  say();
  say("Why");
  const call = { id: "why", name: "read", arguments: { path: "notes.txt" } };
  for (const line of (await session.explain(call)).text.split("\n")) say(`  ${line}`);
}

const world = await makeDemoWorld();
try {
  const whole = await world.open({ parser: "on" });
  const session = whole.session();
  if (whole.host.sandbox.kind === "none")
    say("There is no sandbox here, so what is not understood is refused.");
  await fiveWaysIn(session);
  const blind = await world.open({ parser: "off" });
  await withoutParser(blind);
  await blind.close();
  await workGoesOn(session, world);
  await explain(session);
  await whole.close();
  const { rows, whole: isWhole } = await world.verifyRecord(session.id);
  say();
  say(
    `${calls} calls, ${refused} refused. The record: ${rows} rows, the chain is ${isWhole ? "whole" : "BROKEN"}.`,
  );
  say(leaked ? "The secret was shown: this is a defect." : "The secret was never shown.");
  process.exitCode = leaked || !isWhole ? 1 : 0;
} finally {
  await world.remove();
}
