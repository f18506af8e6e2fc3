import { readdirSync } from "node:fs";
import { join } from "node:path";
import { backgroundTool } from "@toolplane/tools";
import { told } from "@toolplane/tools/fixtures";
import { describe, expect, it } from "vitest";
import { hasSandbox } from "../has-sandbox.ts";
import { openProduct } from "../host/product/fixture.ts";

/** Under a name that is never brought over: only what lies in the view grows. */
const GROW = "while :; do head -c 50000 /dev/zero >> dist/.envrc; sleep 0.05; done";

describe.skipIf(!hasSandbox)(
  "the tool background on this machine, in a sandbox of bubblewrap (needs bubblewrap)",
  () => {
    it("runs on between calls and ends when it is told to", async () => {
      const { call } = await openProduct({
        tools: [backgroundTool],
        rules: [{ permission: "background", pattern: "**", action: "allow" }],
      });
      const started = await call("background", {
        action: "start",
        command: "echo ready; read line; echo got $line; sleep 60",
      });
      const { id } = started.details as { readonly id: string };
      const until = async (text: string) => {
        for (;;) {
          const said = String(told(await call("background", { action: "read", id })));
          if (said.includes(text)) return said;
        }
      };
      await until("ready");
      await call("background", { action: "write", id, text: "hello\n" });
      expect(await until("got")).toBe("ready\ngot hello\n");
      expect(told(await call("background", { action: "stop", id }))).toContain(`Stopped ${id}`);
      expect(told(await call("background", { action: "list" }))).not.toContain("is running");
    });

    it("is ended past the bound of its outputs, and says so", async () => {
      const { call, workspace } = await openProduct({
        tools: [backgroundTool],
        maxBackgroundBytes: 100_000,
        rules: [{ permission: "*", pattern: "**", action: "allow" }],
        files: { "dist/old.js": "old", "grow.sh": GROW },
      });
      const command = "sh grow.sh";
      const started = await call("background", { action: "start", command, writes: ["dist"] });
      const { id } = started.details as { readonly id: string };
      const list = async () => String(told(await call("background", { action: "list" })));
      await expect.poll(list).toContain("was ended");
      const ended = String(told(await call("background", { action: "stop", id })));
      expect(ended).toContain(
        "grew by more than 100000 bytes; nothing more of it was brought over",
      );
      expect(readdirSync(join(workspace, "dist"))).toEqual(["old.js"]);
    });
  },
);
