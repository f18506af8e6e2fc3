/** One rule. Every way in. Run it with `npm start`: no key, no account; a scratch project is made and removed again. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { JsonObject, ProcessReport, ToolResult } from "@toolplane/contract";
import type { Session, Toolplane } from "toolplane";
import { type DemoWorld, makeDemoWorld, PATCH, PYTHON, SECRET } from "./world.ts";

const PRICE = "src/price.js";
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
  const shown = `${name} ${args.patch ? "of two files" : Object.values(args).flat().join(" ")}`;
  say(`  ${stopped ? "✗" : "✓"} ${shown.padEnd(46)}  ${outcome(result)}`);
  return result;
}

function outcome(result: ToolResult): string {
  if (result.type === "error")
    return RULE.exec(result.error_text)?.[0] ?? `${result.code}: ${result.error_text}`;
  if (wallsMet(result).length > 0) return "likely refused by the sandbox (policy.json:2)";
  if (typeof result.data === "string") return result.data.trim().split("\n").at(-1) ?? "";
  const { files, changes, line } = result.data as Changes;
  if (line !== undefined) return `line ${line} changed`;
  return (files ?? changes ?? []).map(({ path }) => path.split("/").at(-1)).join(", ");
}

/** What changes and their undoing say: the line of an edit, or the files. */
interface Changes {
  readonly line?: number;
  readonly files?: readonly { readonly path: string }[];
  readonly changes?: readonly { readonly path: string }[];
}

function wallsMet(result: ToolResult): readonly string[] {
  const { report } = (result.details ?? {}) as { readonly report?: ProcessReport };
  return report?.likelyRefused ?? [];
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
  await attempt(session, "bash", { command: "npm test" });
  await attempt(session, "edit", { path: PRICE, old_string: "41", new_string: "40" });
  await attempt(session, "undo", { paths: [PRICE] });
  await attempt(session, "apply_patch", { patch: PATCH });
  await attempt(session, "undo", { paths: [PRICE, "src/currency.js"] });
  say(`    ${PRICE} is again: ${(await readFile(join(world.project, PRICE), "utf8")).trim()}`);
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
