// All gates, one line each. Every gate runs even after one has failed, so that one run shows all there
// is to mend. They run at the same time: types, lint and exports are programs of their own, and take longest.
import { join } from "node:path";
import { checkDocs, loadReferenceTables } from "./check-docs.ts";
import { checkFloors } from "./check-floors.ts";
import { checkPatterns } from "./check-patterns.ts";
import { checkSizes } from "./check-sizes.ts";
import { checkTools } from "./check-tools.ts";
import { runCommand } from "./run-command.ts";
import { type GateResult, reportGate } from "./source/gate.ts";

const root = join(import.meta.dirname, "..");
// Two that check types at the same time, not four: each learns by itself what all files share, and there may be two cores.
const TSC = ["tsc", "--noEmit", "--checkers", "2", "-p"] as const;

const gates: readonly { readonly name: string; readonly run: () => Promise<GateResult> }[] = [
  { name: "types", run: () => commandGate("types", [...TSC, "tsconfig.json"]) },
  {
    // Pages have a browser around them, and no other package may think it has one.
    name: "pages",
    run: () => commandGate("pages", [...TSC, "packages/console/tsconfig.json"]),
  },
  { name: "lint", run: () => commandGate("lint", ["biome", "check", "--error-on-warnings", "."]) },
  { name: "floors", run: async () => checkFloors(root) },
  {
    name: "exports",
    run: () =>
      commandGate("exports", [
        "node",
        "--disable-warning=ExperimentalWarning",
        "scripts/check-exports.ts",
      ]),
  },
  { name: "patterns", run: async () => checkPatterns(root) },
  { name: "sizes", run: async () => checkSizes(root) },
  {
    name: "tools",
    run: async () => checkTools(root, (await import("@toolplane/tools")).EVERY_TOOL),
  },
  { name: "docs", run: () => checkDocs(root, loadReferenceTables) },
];

const running = gates.map((gate) => timed(gate));
for (const result of running) reportGate(await result);

async function timed({ name, run }: (typeof gates)[number]): Promise<GateResult> {
  const started = performance.now();
  const result = await run().catch((error: unknown) => crashed(name, error));
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  return { ...result, summary: `${result.summary}, ${seconds} s` };
}

async function commandGate(
  name: string,
  command: readonly [string, ...string[]],
): Promise<GateResult> {
  const { code, output } = await runCommand(command, { cwd: root });
  const failures = code === 0 ? [] : [output.trim().replaceAll("\n", "\n  ")];
  return { name, summary: command.join(" "), failures };
}

function crashed(name: string, error: unknown): GateResult {
  return { name, summary: "the gate itself failed", failures: [String(error)] };
}
