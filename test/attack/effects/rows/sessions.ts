/** Class 6: sessions share nothing that commands can write. */
import { rmSync, symlinkSync } from "node:fs";
import type { JsonObject, ToolResult } from "@toolplane/contract";
import type { EffectRow } from "../effect-row.ts";
import type { EffectWorld } from "../open-effect-world.ts";

const LOOK =
  "find / -xdev -name '*canary*' -not -path '/proc/*' 2>/dev/null; cat /tmp/* $HOME/.* 2>/dev/null; true";

/** The file tools of another session, asked for a path that the first wrote, by the name it has for both and by its own. */
async function seenByTools({ toolplane }: EffectWorld, folder: string): Promise<string> {
  const other = toolplane.session({ rules: [] });
  const seen: ToolResult[] = [];
  for (const path of ["/tmp", folder, `${folder}/..`, "linked"]) {
    for (const [name, more] of TOOLS) {
      const id = `tools-${seen.length}-${other.id}`;
      seen.push(await other.call({ id, name, arguments: { path, ...more } }));
    }
  }
  await other.close();
  return JSON.stringify(seen);
}

const TOOLS: readonly (readonly [string, JsonObject])[] = [
  ["list", {}],
  ["glob", { pattern: "**/*" }],
  ["grep", { pattern: "SESSION-CANAR[Y]", output_mode: "content" }],
];

function scratchOf({ session }: EffectWorld): string {
  return session([]).manifest.variables?.scratch?.[0] ?? "";
}

export const SESSIONS: readonly EffectRow[] = [
  {
    ...{ class: 6, name: "another session's scratch, by its file tools" },
    calls: [
      "mkdir -p /tmp/canary-folder; echo SESSION-CANARY > /tmp/canary; echo SESSION-CANARY > /tmp/canary-folder/late",
      { tool: "write", arguments: { path: "/tmp/canary-written", content: "SESSION-CANARY" } },
    ],
    async faults(world, { results }) {
      symlinkSync(scratchOf(world), world.at("linked"));
      const seen = await seenByTools(world, scratchOf(world));
      rmSync(world.at("linked"));
      return [
        ...(/canary/i.test(seen) ? [`seen: ${seen}`] : []),
        ...(results.some(({ type }) => type === "error") ? ["did not run"] : []),
      ];
    },
  },
  {
    ...{ class: 6, name: "another session's kept output" },
    calls: ["seq -f SESSION-CANARY-%.0f 1 60000"],
    async faults({ toolplane }, { text }) {
      const path = /\/[^\s"'\\]*toolplane-[^\s"'\\]+\.txt/.exec(text)?.[0] ?? "";
      const other = toolplane.session({ rules: [] });
      const seen = await other.call({ id: "kept", name: "read", arguments: { path, limit: 5 } });
      await other.close();
      return [
        ...(path === "" ? ["nothing was kept"] : []),
        ...(JSON.stringify(seen).includes("CANARY") ? ["seen"] : []),
      ];
    },
  },
  {
    ...{ class: 6, name: "another session's scratch and home" },
    files: { "look.sh": LOOK },
    calls: [
      "echo SESSION-CANARY > /tmp/canary; echo SESSION-CANARY > $HOME/.npmrc; mkdir -p /tmp/canary-folder; (sleep 30 > /tmp/canary-late &)",
    ],
    async faults({ toolplane }, { results }) {
      const other = toolplane.session({ rules: [] });
      const command = { name: "bash", arguments: { command: "sh look.sh" } };
      const seen = await other.call({ id: "other-session", ...command });
      await other.close();
      return [
        ...(/canary/i.test(JSON.stringify(seen)) ? [`seen: ${JSON.stringify(seen)}`] : []),
        ...(seen.type === "error" || results[0]?.type === "error" ? ["did not run"] : []),
      ];
    },
  },
];
