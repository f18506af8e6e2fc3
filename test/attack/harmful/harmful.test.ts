/**
 * Scripts that delete, leak, plant, stay, exhaust and climb, run for real at every level that holds processes, in namespaces of their
 * own: whatever a wall let through would harm nothing but a throwaway. Nothing outside the project may change or be reached, and an
 * undo brings the project back; at the level bound a person agreed, and what changes inside is real. Where there is no sandbox none of them may run without a person's word.
 */
import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createToolplane } from "toolplane";
import { describe, expect, it, onTestFinished } from "vitest";
import { hasSandbox } from "../../has-sandbox.ts";
import { SAMPLED_MS, sampleOf } from "../../sample.ts";
import { hasPlainSandbox } from "../../sandbox-levels.ts";
import { startThrowaway } from "../../start-throwaway.ts";
import { aimedAt, HARMFUL_SCRIPTS, type HarmfulScript } from "./harmful-scripts.ts";
import { PREPARE } from "./open-victim.ts";

interface Told {
  readonly held: string;
  readonly told: readonly {
    readonly name: string;
    readonly ran: boolean;
    readonly faults: readonly string[];
  }[];
}

const NUMBERS = HARMFUL_SCRIPTS.map((_script, number) => number);
/** Of every test run a few. */
const TAKEN = 4;

const ENDLESS_READER = "prints without end";

const LEVELS = [
  { level: "full", runs: hasSandbox },
  { level: "plain", runs: hasPlainSandbox },
  { level: "bound", runs: hasSandbox },
];

describe("harmful scripts", () => {
  it("are more than a hundred, in three languages, each with a name of its own", () => {
    expect(HARMFUL_SCRIPTS.length).toBeGreaterThanOrEqual(100);
    expect(new Set(HARMFUL_SCRIPTS.map(({ by }) => by)).size).toBe(3);
    const names = HARMFUL_SCRIPTS.map(({ aim, by, name }) => `${aim} ${by} ${name}`);
    expect(new Set(names).size).toBe(names.length);
  });

  for (const { level, runs } of LEVELS)
    it.skipIf(!runs)(
      `leave nothing outside at the level ${level}, and inside nothing that an undo does not take back`,
      { timeout: SAMPLED_MS },
      async () => {
        const { held, told } = await runScripts(level, sampleOf(NUMBERS, TAKEN));
        expect(held).toBe(level);
        const faults = told.filter((each) => each.faults.length > 0);
        expect(faults).toEqual([]);
        // A wall that lets nothing run would hold everything.
        expect(told.filter(({ ran }) => ran).length).toBeGreaterThan(told.length / 2);
      },
    );

  it("do not run without a person's word where there is no sandbox", {
    timeout: SAMPLED_MS,
  }, async () => {
    const base = realpathSync(mkdtempSync(join(tmpdir(), "toolplane-harmful-")));
    onTestFinished(() => rmSync(base, { recursive: true, force: true }));
    const elsewhere = { home: "/home/x", outside: "/home/x/outside", data: "/home/x/data" };
    const names = { ...elsewhere, pid: 77, port: 9, abstract: "x" };
    const toolplane = await createToolplane({
      workspace: base,
      userData: join(base, "../none-of-it"),
      sandbox: "none",
      record: false,
      onWarning: () => {},
    });
    onTestFinished(() => toolplane.close());
    const session = toolplane.session();
    const unasked: string[] = [];
    for (const script of HARMFUL_SCRIPTS) {
      const command = commandLine(script, aimedAt(script, names));
      const call = { id: "none", name: "bash", arguments: { command } };
      const { verdict, settled } = await session.explain(call);
      // A mode would answer a soft ask; only a script of readers, whose harm is the length of its output, may meet one.
      const isHard = verdict?.action === "ask" && (verdict.hard || script.name === ENDLESS_READER);
      const isHeld = settled || verdict?.action === "deny" || isHard;
      if (!isHeld) unasked.push(`${verdict?.action} ${script.aim}: ${script.name} (${script.by})`);
    }
    expect(unasked).toEqual([]);
  });
});

function commandLine({ by }: HarmfulScript, script: string): string {
  if (by === "bash") return script;
  const quoted = `'${script.replaceAll("'", `'\\''`)}'`;
  return by === "node" ? `node -e ${quoted}` : `python3 -c ${quoted}`;
}

async function runScripts(level: string, numbers: readonly number[]): Promise<Told> {
  const base = realpathSync(mkdtempSync(join(tmpdir(), "toolplane-harmful-")));
  onTestFinished(() => rmSync(base, { recursive: true, force: true }));
  const child = startThrowaway(
    base,
    [
      ...[process.execPath, "--disable-warning=ExperimentalWarning"],
      ...["--conditions=@toolplane/source", join(import.meta.dirname, "run-harmful.ts")],
      ...[base, level, ...numbers.map(String)],
    ],
    PREPARE,
  );
  onTestFinished(() => void child.kill("SIGKILL"));
  let printed = "";
  child.stdout?.on("data", (bytes) => {
    printed += String(bytes);
  });
  const code = await new Promise((resolve) => child.once("close", resolve));
  expect({ code, printed: code === 0 ? "" : printed }).toEqual({ code: 0, printed: "" });
  return JSON.parse(printed) as Told;
}
