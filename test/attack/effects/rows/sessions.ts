/** Class 6: sessions share nothing that commands can write. */
import type { EffectRow } from "../effect-row.ts";

const LOOK =
  "find / -xdev -name '*canary*' -not -path '/proc/*' 2>/dev/null; cat /tmp/* $HOME/.* 2>/dev/null; true";

export const SESSIONS: readonly EffectRow[] = [
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
