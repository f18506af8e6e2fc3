/** Where no view can be made: said by name, with what would help, and never open. Mounts are made in namespaces of the test's own. */
import { spawnSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { testProgram } from "../../../scripts/build/test-program.ts";
import { hasSandbox } from "../../has-sandbox.ts";

const script = new URL("./bound-run.ts", import.meta.url).pathname;
const node = [process.execPath, ...testProgram(script)];
const isRoot = process.getuid?.() === 0;

function runIn(prefix: readonly string[], kind: string): unknown {
  const [file = "", ...argv] = [...prefix, ...node, kind];
  const ran = spawnSync(file, argv, {
    encoding: "utf8",
    env: { PATH: "/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin", HOME: "/nonexistent" },
  });
  expect(ran.stderr).toBe("");
  return JSON.parse(ran.stdout);
}

describe.skipIf(!hasSandbox || !isRoot)(
  "where there is no view (needs bubblewrap and root)",
  () => {
    it("names a mount inside the workspace", () => {
      expect(runIn(["unshare", "-m"], "nested")).toMatchObject({
        level: "bound",
        facts: { landsChanges: false, holdsFiles: true },
        reason: expect.stringContaining("inner is a mount of its own"),
        remedy: expect.stringContaining("unmount"),
      });
    });

    it("names a workspace of somebody else", () => {
      const prefix = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"];
      expect(runIn(prefix, "foreign")).toMatchObject({
        level: "bound",
        reason: expect.stringContaining("belongs to another user or group"),
        remedy: expect.stringContaining("chown -R 65534:65534"),
      });
    });

    it("names data of ours that lies inside the workspace", () => {
      expect(runIn([], "inside")).toMatchObject({
        level: "bound",
        reason: expect.stringMatching(/own data .* lies inside/),
        remedy: expect.stringContaining("TOOLPLANE_DATA"),
      });
    });

    it("names data that lies on an overlay, as in a container", () => {
      expect(runIn(["unshare", "-m"], "layer")).toMatchObject({
        level: "bound",
        reason: expect.stringContaining("container's own layer"),
        remedy: expect.stringContaining("volume"),
      });
    });
  },
);
