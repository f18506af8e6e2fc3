/** Commands on views, on real mounts: as whoever runs the tests, and from root as an ordinary user as well. */
import { spawnSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { testProgram } from "../../../scripts/build/test-program.ts";
import { compiledFor } from "../../compiled-for.ts";
import { hasSandbox } from "../../has-sandbox.ts";
import { SANDBOX_LEVELS } from "../../sandbox-levels.ts";
import { SCENARIOS } from "./scenarios.ts";

describe.skipIf(!hasSandbox)("a command on a view (needs bubblewrap)", () => {
  it.each(SCENARIOS)("$name", async ({ run, is }) => {
    expect(await run()).toEqual(is);
  });
});

const NOBODY = 65534;
const AS_NOBODY = [`--reuid=${NOBODY}`, `--regid=${NOBODY}`, "--clear-groups"];
const script = new URL("./unprivileged-run.ts", import.meta.url).pathname;
// A checkout below a private folder cannot be read by another user.
const canSwitch =
  process.getuid?.() === 0 &&
  spawnSync("setpriv", [...AS_NOBODY, "test", "-r", script]).status === 0;

const OTHERS = SANDBOX_LEVELS.flatMap(({ sandbox, needs, runs }) => [
  { who: "as an ordinary user", as: AS_NOBODY, sandbox, needs, canRun: runs && canSwitch },
  { who: "in a process of its own", as: [], sandbox, needs, canRun: runs && sandbox === "plain" },
]).filter(({ as, sandbox }) => as.length > 0 || sandbox === "plain");

for (const { who, as, sandbox, needs, canRun } of OTHERS)
  describe.skipIf(!canRun)(`the same ${who} (needs ${needs} and setpriv)`, () => {
    const argv = [...as, process.execPath, ...testProgram(script)];
    const ran = canRun
      ? spawnSync("setpriv", argv, {
          encoding: "utf8",
          env: {
            PATH: "/usr/local/bin:/usr/bin:/bin",
            HOME: "/nonexistent",
            NODE_COMPILE_CACHE:
              as.length > 0 ? compiledFor(NOBODY) : process.env.NODE_COMPILE_CACHE,
            TOOLPLANE_TEST_SANDBOX: sandbox,
          },
        })
      : { stdout: "{}", stderr: "" };
    const answers = (ran.stdout === "" ? {} : JSON.parse(ran.stdout)) as Record<string, unknown>;

    it.each(SCENARIOS)("$name", ({ name, is }) => {
      expect(ran.stderr).toBe("");
      expect(answers[name]).toEqual(JSON.parse(JSON.stringify(is)));
    });
  });
