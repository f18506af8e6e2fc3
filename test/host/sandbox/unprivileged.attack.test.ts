/** The same walls for a person without any privilege: most are. When the tests run as root, this is run as `nobody`. */
import { spawnSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { testProgram } from "../../../scripts/build/test-program.ts";
import { SANDBOX_LEVELS } from "../../sandbox-levels.ts";
import type { Ran } from "./fixture.ts";

const AS_NOBODY = ["--reuid=65534", "--regid=65534", "--clear-groups"];
const isRoot = process.getuid?.() === 0;
const prefix = isRoot ? ["setpriv", ...AS_NOBODY] : ["env"];
const script = new URL("./unprivileged-run.ts", import.meta.url).pathname;
// A checkout below a private folder cannot be read by another user.
const canRead =
  spawnSync(prefix[0] as string, [...prefix.slice(1), "test", "-r", script]).status === 0;

for (const { sandbox, needs, runs, kind, filter } of SANDBOX_LEVELS)
  describe.skipIf(!runs || !canRead)(
    `the sandbox for an ordinary user (needs ${needs} and setpriv)`,
    () => {
      it("holds the same walls", () => {
        const argv = [...prefix.slice(1), process.execPath, ...testProgram(script), sandbox];
        const ran = spawnSync(prefix[0] as string, argv, {
          encoding: "utf8",
          env: { PATH: "/usr/local/bin:/usr/bin:/bin", HOME: "/nonexistent" },
        });
        expect(ran.stderr).toBe("");
        const { status, answers } = JSON.parse(ran.stdout) as {
          readonly status: unknown;
          readonly answers: readonly Ran[];
        };
        expect(status).toMatchObject({ kind });
        const [reads, attacks, works, writes, flags] = answers.map(({ output }) => output);
        if (isRoot) expect(reads).toMatch(/^65534\n/);
        expect(JSON.stringify(answers)).not.toContain("CANARY-77");
        expect(reads?.match(/Permission denied|No such file/g)).toHaveLength(3);
        expect(attacks).toContain("Permission denied");
        expect(works).toBe("openmore\n");
        expect(
          writes?.match(/Read-only file system|busy|exists|denied/g)?.length,
        ).toBeGreaterThanOrEqual(3);
        expect(flags?.split("\n").map((line) => line.split(/\s+/)[1])).toEqual([
          "0000000000000000",
          "1",
          filter,
          undefined,
        ]);
      });
    },
  );
