/** The same attacks on what commands leave behind, by a person without any privilege: most are. From root this is run as `nobody`. */
import { spawnSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { testProgram } from "../../../scripts/build/test-program.ts";
import { compiledFor } from "../../compiled-for.ts";
import { SAMPLED_MS, sampleOf } from "../../sample.ts";
import { SANDBOX_LEVELS } from "../../sandbox-levels.ts";
import { EFFECT_ROWS } from "./effect-rows.ts";

const NOBODY = 65534;
const AS_NOBODY = [`--reuid=${NOBODY}`, `--regid=${NOBODY}`, "--clear-groups"];
const script = new URL("./rows-run.ts", import.meta.url).pathname;
// A checkout below a private folder cannot be read by another user, and who is not root is an ordinary user already.
const canSwitch =
  process.getuid?.() === 0 &&
  spawnSync("setpriv", [...AS_NOBODY, "test", "-r", script]).status === 0;

/** Of every test run a few. */
const TAKEN = 8;

for (const { sandbox, kind, needs, runs } of SANDBOX_LEVELS)
  describe.skipIf(!runs || !canSwitch)(
    `effects of an ordinary user's commands (needs ${needs} and setpriv)`,
    () => {
      it("hold what must hold", { timeout: SAMPLED_MS }, () => {
        const numbers = sampleOf([...EFFECT_ROWS.keys()], TAKEN).map(String);
        const argv = [...AS_NOBODY, process.execPath, ...testProgram(script), sandbox, ...numbers];
        const ran = spawnSync("setpriv", argv, {
          encoding: "utf8",
          env: {
            PATH: "/usr/local/bin:/usr/bin:/bin",
            HOME: "/nonexistent",
            NODE_COMPILE_CACHE: compiledFor(NOBODY),
          },
        });
        expect(ran.stderr).toBe("");
        const held = sandbox === "plain" ? "plain" : "full";
        expect(JSON.parse(ran.stdout)).toEqual({ uid: NOBODY, kind, held, faults: [] });
      });
    },
  );
