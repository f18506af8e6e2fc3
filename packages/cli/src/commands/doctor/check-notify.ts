/** The way by which a person is called, and whether it worked the last time. */
import { readNotifyFailure } from "@toolplane/library/rooms/product";
import type { Settings } from "@toolplane/library/rooms/settings";
import { formatMoment } from "@toolplane/readings";
import type { Check } from "./finding.ts";

const name = "Notify";

export function checkNotify({ notify, userData }: Settings): Check {
  return async () => {
    if (notify === null)
      return { name, state: "off", text: "nothing calls you when a question waits or a run ends" };
    const { command, webhook, on = ["question", "run-end"], text = false } = notify;
    const ways = [
      ...(command ? [`the program ${command[0]}`] : []),
      // An address of this kind is often a secret.
      ...(typeof webhook === "string" ? [`an address at ${new URL(webhook).host}`] : []),
      ...(typeof webhook === "object" ? [`the address in ${webhook.env}`] : []),
    ].join(" and ");
    const lines = [
      `When ${on.map((moment) => WHEN[moment]).join(" or ")}; ${text ? "with what was asked, masked" : "without what was asked"}.`,
    ];
    const failed = readNotifyFailure(userData);
    if (failed === null) return { name, state: "fine", text: ways, lines };
    const at = formatMoment(failed.atMs, { nowMs: Date.now() });
    return {
      name,
      state: "decide",
      text: `${ways}: it failed ${at}: ${failed.fault}`,
      lines,
      next: 'mend "notify" in your own config.jsonc; the next message that gets through clears this.',
    };
  };
}

const WHEN = { question: "a question waits", "run-end": "a run ends" } as const;
