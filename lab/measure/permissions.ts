// Looks for prefix rules that let through what they must not: each prefix `p` of a case is the rule `bash "p *" allow`, and the
// verdict is the kernel's own, with no default policy and no sandbox. An allow line that is asked about is listed with the
// reason; an ask line that would run is let through, which is the one thing that must not happen.

import { createShellReader } from "@toolplane/commands/inside";
import { defineTool, type Explanation, type Rule } from "@toolplane/contract";
import { noSandbox } from "@toolplane/contract/ports";
import { createKernel } from "@toolplane/kernel";
import { createMemoryHost } from "@toolplane/testkit";
import { createStubWorld } from "./shell/create-stub-world.ts";
import { readLines } from "./shell/read-lines.ts";

/** One case; only those with prefixes are judged. */
interface PermissionCase {
  readonly kind: string;
  readonly allow_prefixes?: readonly string[];
  readonly command?: string;
  readonly expect?: "allow" | "ask";
}

const MAX_PRINTED = 80;

export async function measure(options: {
  readonly data: string;
  readonly print?: (line: string) => void;
}): Promise<Readonly<Record<string, unknown>>> {
  const print = options.print ?? console.log;
  const other: Record<string, number> = {};
  const figures = { total: 0, right: 0, let_through: 0, allow_total: 0, allow_unasked: 0 };
  let printed = 0;
  for (const each of readLines<PermissionCase>(options.data, "cases.jsonl")) {
    const { allow_prefixes: prefixes, command, expect } = each;
    if (prefixes === undefined || command === undefined || expect === undefined) {
      other[each.kind] = (other[each.kind] ?? 0) + 1;
      continue;
    }
    const explained = await explain(prefixes, command);
    const action = explained.settled ? "deny" : (explained.verdict?.action ?? "deny");
    const runs = action === "allow";
    figures.total += 1;
    if (runs === (expect === "allow")) figures.right += 1;
    if (runs && expect === "ask") figures.let_through += 1;
    if (expect === "allow") figures.allow_total += 1;
    if (expect === "allow" && runs) figures.allow_unasked += 1;
    if (runs === (expect === "allow") || printed >= MAX_PRINTED) continue;
    printed += 1;
    print(
      `${runs ? "LET THROUGH" : `stricter, ${kinds(explained).join(" ")}`}: ${command.slice(0, 200).replaceAll("\n", "⏎")}`,
    );
    for (const reason of reasons(explained).slice(0, 4)) print(`  ${reason}`);
  }
  return { ...figures, other };
}

const bash = defineTool({
  id: "bash",
  description: "Runs a command.",
  parameters: {
    type: "object",
    properties: {
      command: { type: "string" },
      cwd: { type: "string" },
      timeout_ms: { type: "integer" },
    },
    required: ["command"],
    additionalProperties: false,
  },
  requires: { shell: [{ cmd: "*" }] },
  resources: { command: "shell" },
  execute: () => "",
});

async function explain(prefixes: readonly string[], command: string): Promise<Explanation> {
  const host = createMemoryHost({ sandbox: noSandbox("none here") });
  const shell = createShellReader(createStubWorld());
  const rules = prefixes.map(
    (prefix): Rule => ({ permission: "bash", pattern: `${prefix} *`, action: "allow" }),
  );
  const kernel = createKernel({
    host: { ...host, analyzer: { ...host.analyzer, shell } },
    tools: [bash],
    defaultPolicy: false,
    contained: false,
    policy: [{ scope: "session", rules }],
  });
  const session = kernel.session({});
  const explained = await session.explain({ id: "call", name: "bash", arguments: { command } });
  await session.close();
  return explained;
}

function reasons({ settled, verdict }: Explanation): readonly string[] {
  if (settled) return [settled.error_text];
  return (verdict?.opinions ?? [])
    .filter(({ action }) => action !== "allow")
    .map(({ reason }) => reason);
}

/** The opinions, in a word each. */
function kinds(explained: Explanation): readonly string[] {
  if (explained.settled) return ["refused"];
  const found = new Set<string>();
  for (const { judge, action, reason, resource } of explained.verdict?.opinions ?? []) {
    if (action === "allow") continue;
    const target = resource === undefined ? undefined : explained.footprint.resources[resource];
    if (judge === "opaque") found.add(kindOfOpaque(reason));
    else if (judge === "floor")
      found.add(
        /changes which program/.test(reason)
          ? "F2"
          : /cannot be seen/.test(reason)
            ? "F3"
            : target?.capability === "fs.write"
              ? "protected"
              : "F1",
      );
    else if (target?.via === "redirect") found.add("redirect");
    else found.add("rule");
  }
  return [...found];
}

function kindOfOpaque(reason: string): string {
  if (/arithmetic|subscript|prompt|expands a variable/.test(reason)) return "evaluates";
  if (/program it would run|nested/.test(reason)) return "program";
  if (/which command/.test(reason)) return "name";
  if (/not complete bash/.test(reason)) return "incomplete";
  return "opaque";
}
