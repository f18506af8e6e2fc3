/** One rule. Every way in. Run it with `npm start`: no key, no account, nothing written to your disk. */
import type { JsonObject, ProcessReport, ToolResult } from "@toolplane/contract";
import type { Session } from "@toolplane/kernel";
import { openDemoWorld, PYTHON, SECRET } from "./demo/world.ts";

let leaked = false;
let calls = 0;

function say(line = ""): void {
  console.log(line);
}

/** Makes one call, prints one line about it, and watches for the secret. */
async function attempt(session: Session, name: string, args: JsonObject): Promise<ToolResult> {
  calls += 1;
  const result = await session.call({ id: `demo-${calls}`, name, arguments: args });
  const shown = `${name} ${Object.values(args).join(" ")}`.padEnd(46).slice(0, 46);
  if (JSON.stringify(result).includes(SECRET)) leaked = true;
  say(`  ${mark(result)} ${shown}  ${outcome(result)}`);
  return result;
}

function mark(result: ToolResult): string {
  return result.type === "error" || refusedBySandbox(result).length > 0 ? "✗" : "✓";
}

function outcome(result: ToolResult): string {
  if (result.type === "error")
    return result.error_text.match(/\(policy\.json:\d+\)/)?.[0] ?? result.code;
  const refused = refusedBySandbox(result);
  if (refused.length > 0) return "likely refused by the sandbox";
  const data = result.data as { readonly output?: string } | null;
  return (data?.output ?? JSON.stringify(result.data)).trim();
}

function refusedBySandbox(result: ToolResult): readonly string[] {
  return (result.details as ProcessReport | undefined)?.likelyRefused ?? [];
}

say("The rule, policy.json line 1:   fs.read  **/.env  deny");
say();
say("Five ways in");
const whole = openDemoWorld({ parser: "on" });
const session = whole.kernel.session();
await attempt(session, "read", { path: ".env" });
await attempt(session, "grep", { pattern: "TOKEN", path: ".env" });
await attempt(session, "bash", { command: "cat .env" });
await attempt(session, "read", { path: "notes.txt" });
await attempt(session, "bash", { command: PYTHON });

say();
say("The same with the command parser switched off: only the sandbox is left");
const blind = openDemoWorld({ parser: "off" }).kernel.session();
await attempt(blind, "bash", { command: "cat .env" });
await attempt(blind, "bash", { command: PYTHON });

say();
say("Work goes on, unasked");
await attempt(session, "bash", { command: "npm test" });
await attempt(session, "edit", { path: "src/price.ts", old_string: "41", new_string: "42" });
await attempt(session, "undo", {});
say(`    src/price.ts is again: ${whole.host.fileText("/workspace/src/price.ts")?.trim()}`);

say();
say("Why");
const why = await session.explain({ id: "why", name: "read", arguments: { path: "notes.txt" } });
for (const line of why.text.split("\n")) say(`  ${line}`);

say();
const settled = whole.recorder.settled();
const refused = settled.filter(({ result }) => result.type === "error").length;
say(`${settled.length} calls on the record, ${refused} of them refused before anything ran.`);
say(leaked ? "The secret was shown: this is a defect." : "The secret was never shown.");
process.exitCode = leaked ? 1 : 0;
