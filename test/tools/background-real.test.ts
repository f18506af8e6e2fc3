import { readdirSync, readFileSync, statSync } from "node:fs";
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

    it.each([
      ["room that is given beforehand", "touch dist/f; fallocate -n -l 40000000 dist/f"],
      ["a hole that nobody could bring over", "truncate -s 30G dist/f"],
      ["many holes", "for i in $(seq 1 9); do truncate -s 300000 dist/$i; done"],
    ])("is ended past the bound of its outputs by %s", async (_name, line) => {
      const { call, workspace } = await openProduct({
        tools: [backgroundTool],
        maxBackgroundBytes: 100_000,
        rules: [{ permission: "*", pattern: "**", action: "allow" }],
        files: { "dist/old.js": "old", "grow.sh": `${line}\nsleep 60\n` },
      });
      const command = "sh grow.sh";
      await call("background", { action: "start", command, writes: ["dist"] });
      const list = async () => String(told(await call("background", { action: "list" })));
      await expect.poll(list).toContain("was ended");
      const sizes = readdirSync(join(workspace, "dist")).map(
        (name) => statSync(join(workspace, "dist", name)).size,
      );
      expect(Math.max(...sizes)).toBeLessThan(1_000_000);
    });

    it("brings a file with a hole over as one", async () => {
      const { call, workspace } = await openProduct({
        tools: [backgroundTool],
        maxBackgroundBytes: 4_000_000,
        rules: [{ permission: "*", pattern: "**", action: "allow" }],
        files: { "dist/old.js": "old" },
      });
      const command =
        "truncate -s 30M dist/f; echo end >> dist/f; until [ -e dist/never ]; do sleep 1; done";
      const started = await call("background", { action: "start", command, writes: ["dist"] });
      const { id } = started.details as { readonly id: string };
      const found = () => statSync(join(workspace, "dist/f"), { throwIfNoEntry: false })?.size;
      await expect.poll(found).toBe(30 * 1_024 * 1_024 + 4);
      expect(statSync(join(workspace, "dist/f")).blocks * 512).toBeLessThan(4_000_000);
      expect(readFileSync(join(workspace, "dist/f")).subarray(-5).toString()).toBe("\0end\n");
      await call("background", { action: "stop", id });
    });
  },
);
