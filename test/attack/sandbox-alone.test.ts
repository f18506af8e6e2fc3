/**
 * The sandbox alone: every shell attack of the corpus really runs, with the command parser switched off, so that no judge sees
 * what it does. What it does to its workspace is its business; outside there must be no effect, and nothing of it may show.
 */
import type { JsonObject } from "@toolplane/contract";
import { bashTool } from "@toolplane/tools";
import { createToolplane } from "toolplane";
import { describe, expect, it } from "vitest";
import { SAMPLED_MS, sampleOf } from "../sample.ts";
import { SANDBOX_LEVELS } from "../sandbox-levels.ts";
import { corpusCases } from "./corpus-cases.ts";
import type { AttackCase } from "./harness/attack-case.ts";
import { readPolicy, readScopes } from "./harness/case-policy.ts";
import { expandCase } from "./harness/expand-case.ts";
import { readTree } from "./harness/file-tree.ts";
import { CANARIES, createFixture, type Fixture } from "./harness/fixture.ts";
import { startNetwork } from "./harness/setup/loopback-network.ts";
import { runSetup } from "./harness/setup/run-setup.ts";

/** A command that waits for ever is cut short; what it did until then counts. */
const COMMAND_MS = 4_000;

/** Oversize and NUL bytes are refused before any sandbox. */
const isRunnable = ({ args }: AttackCase["call"]): boolean => {
  const command = (args as JsonObject | undefined)?.command;
  return typeof command === "string" && command.length < 65_536 && !command.includes("\0");
};

const attacks: readonly AttackCase[] = corpusCases().filter(
  ({ class: kind, kind: sort, call }) =>
    kind === "shell-permission" && sort === "attack" && call.tool === "bash" && isRunnable(call),
);

for (const { sandbox, needs, runs } of SANDBOX_LEVELS)
  describe.skipIf(!runs)(`the sandbox alone, nothing parsed (needs ${needs})`, () => {
    it("keeps shell attacks inside their workspace and off the network", {
      timeout: SAMPLED_MS,
    }, async () => {
      expect(attacks.length).toBeGreaterThan(100);
      const effects: string[] = [];
      const idle: string[] = [];
      let asked = 0;
      const taken = sampleOf(attacks, sandbox === "plain" ? 8 : 12);
      for (const attack of taken) {
        const seen = await runAlone(attack, sandbox);
        if (seen.idle !== null && deniesCommands(attack)) asked += 1;
        else if (seen.idle !== null) idle.push(`${attack.id}: ${seen.idle}`);
        effects.push(...seen.effects.map((effect) => `${attack.id}: ${effect}`));
      }
      expect(effects).toEqual([]);
      // A sandbox that runs nothing would hold everything. What nobody read is asked about where a rule denies a command in part.
      expect(idle).toEqual([]);
      expect(asked).toBeLessThan(taken.length / (taken.length < attacks.length ? 2 : 4));
    });
  });

function deniesCommands({ given }: AttackCase): boolean {
  const { manifest, session } = readPolicy(given);
  return [...manifest, ...session].some(
    ({ permission, action }) => action === "deny" && /^(?:bash|shell\.run)$/.test(permission),
  );
}

interface Seen {
  /** Why it did not run, or null. */
  readonly idle: string | null;
  readonly effects: readonly string[];
}

async function runAlone(subject: AttackCase, sandbox: "auto" | "plain"): Promise<Seen> {
  const fixture = createFixture({ viaLink: false });
  const network = await startNetwork(subject.given.setup ?? []);
  try {
    const attack = expandCase(subject, {
      ...fixture,
      "config-dir": ".toolplane",
      "config-home-var": "TOOLPLANE_CONFIG_HOME",
      ports: network.ports,
    });
    network.setAnswers(attack.given.setup ?? []);
    for (const stop of await runSetup(attack.given.setup ?? [], fixture)) await stop();
    const before = guarded(fixture);
    const { given, call } = attack;
    const scopes = readScopes(given);
    const toolplane = await createToolplane({
      workspace: fixture.workspace,
      userData: fixture.userData,
      scratchParent: fixture.scratchParent,
      environment: { ...process.env, HOME: fixture.home },
      resolver: network.resolver,
      connector: network.connector,
      sandbox,
      parser: "off",
      record: false,
      tools: [bashTool],
      toolConfig: { bash: { enabled: true, defaultTimeoutMs: COMMAND_MS } },
      manifest: { id: "attack", requires: scopes, rules: readPolicy(given).manifest },
      ceiling: scopes,
    });
    try {
      const session = toolplane.session({ rules: readPolicy(given).session });
      const command = (call.args as { readonly command: string }).command;
      const result = await session.call({ id: "1", name: "bash", arguments: { command } });
      const said = JSON.stringify(result);
      const listed = (given.caps?.net?.hosts ?? []).length > 0;
      return {
        idle: result.type === "output" || result.code === "timeout" ? null : said,
        effects: [
          ...CANARIES.filter((canary) => said.includes(canary)).map((canary) => `shows ${canary}`),
          ...differences(before, guarded(fixture)),
          ...(listed ? [] : network.attempts().map((address) => `connects to ${address}`)),
        ],
      };
    } finally {
      await toolplane.close();
    }
  } finally {
    await network.close();
    fixture.remove();
  }
}

function guarded({ outside, sibling, home, extra }: Fixture): ReadonlyMap<string, string> {
  return readTree(outside, sibling, home, extra);
}

function differences(
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>,
): readonly string[] {
  const paths = new Set([...before.keys(), ...after.keys()]);
  return [...paths]
    .filter((path) => before.get(path) !== after.get(path))
    .map((path) => `changes ${path}`);
}
