/** Somebody swaps a folder and a link to outside, all the time, while sets land in that folder. */
import { spawn, spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { HANGING_MS } from "../../setup/hanging.ts";
import { CAN_MOUNT, LAND_ALL, openWorld, runInView } from "./landing-world.ts";

const LANDINGS = Number(process.env.TOOLPLANE_LANDING_FLIPS ?? 25);
/** Six thousand of them, as `npm run flips` has, take hours. */
const MOST_MS = HANGING_MS + LANDINGS * 2_000;

const FLIPPER = `const fs = require("node:fs"); const [d, aside, outside] = process.argv.slice(1);
process.stdout.write("ready"); const until = Date.now() + Number(process.argv[4]);
(function flip() { for (let n = 0; n < 200; n += 1) { fs.renameSync(d, aside); fs.symlinkSync(outside, d); fs.unlinkSync(d); fs.renameSync(aside, d); }
if (Date.now() < until) setImmediate(flip); })();`;

describe.skipIf(!CAN_MOUNT)("a folder swapped for a link to outside (needs mounts)", () => {
  it(
    "gets everything or nothing, and nothing ever goes outside",
    async () => {
      const made = openWorld();
      const folder = join(made.workspace, "d");
      const outside = join(made.userData, "outside");
      mkdirSync(folder);
      mkdirSync(outside);
      const first = { sessionId: "s", callId: "first", command: "", roots: [made.workspace] };
      const template = await made.landings.begin(first);
      runInView(template, "echo > d/x; rm d/x");
      const names = [folder, `${folder}-aside`, outside, String(MOST_MS)];
      const flipper = spawn(process.execPath, ["-e", FLIPPER, ...names]);
      await new Promise((resolve) => flipper.stdout.once("data", resolve));
      const ended = new Promise((resolve) => flipper.once("close", resolve));
      let landed = 0;
      try {
        for (let turn = 0; turn < LANDINGS; turn += 1) {
          const call = { sessionId: "s", callId: `c${turn}`, command: "", roots: [made.workspace] };
          const view = await made.landings.begin(call);
          const upper = view.roots[0]?.upper ?? "";
          // As an overlay makes it: the folder says from which one it was copied up.
          spawnSync("cp", ["-a", `${template.roots[0]?.upper}/.`, upper]);
          for (const name of ["one", "two"]) writeFileSync(join(upper, `d/${name}-${turn}`), "x");
          writeFileSync(join(upper, `top-${turn}`), "x");
          const { landing } = await made.landings.settle(view, {
            stopped: false,
            dryRun: false,
            judge: LAND_ALL,
            signal: new AbortController().signal,
          });
          expect(landing, `turn ${turn}`).toBeDefined();
          if (landing?.state === "landed") landed += 1;
          else await made.landings.drop(call.callId);
          expect(readdirSync(made.workspace).includes(`top-${turn}`)).toBe(
            landing?.state === "landed",
          );
        }
      } finally {
        flipper.kill("SIGKILL");
        await ended;
      }
      expect(readdirSync(outside)).toEqual([]);
      const inside = [folder, `${folder}-aside`].flatMap((path) => {
        try {
          return readdirSync(path);
        } catch {
          return [];
        }
      });
      expect(inside.length).toBe(2 * landed);
      made.close();
    },
    MOST_MS,
  );
});
