/**
 * SECURITY.md: "all that a session's commands write takes so much of the disk and no more". Past that, wherever they write it, the
 * command is ended, says so, lands nothing, and leaves the session room to go on.
 */
import { spawnSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { testProgram } from "../../../scripts/build/test-program.ts";
import { compiledFor } from "../../compiled-for.ts";
import { sampleOf } from "../../sample.ts";
import { PRODUCT_LEVELS } from "../../sandbox-levels.ts";
import { casesAt, ENDED_MS, MAX_BYTES, MAX_FILES, type RoomCases } from "./room-cases.ts";
import { type RoomAnswer, runRoomCases } from "./run-room-cases.ts";

const SAYS =
  /was ended.*(?:commands take more than \d+ bytes|commands keep more than \d+ files|cannot be measured).*view(?:Megabytes|Files) sets that bound/;

/** All of them where the tests run by themselves at the whole level; of the other levels and users a sample of those that differ. */
const TAKEN = 5;

function sampleAt(level: string): RoomCases {
  const { over, within } = casesAt(level, { everywhere: true });
  return { over: sampleOf(over, TAKEN), within: sampleOf(within, 1) };
}

function expectHeld(
  answers: Readonly<Record<string, RoomAnswer>>,
  { over, within }: RoomCases,
): void {
  const faults = over.flatMap(({ name }) => {
    const { said = "", tookMs = 0, bytes = 0, names = 0, landed = [], next } = answers[name] ?? {};
    const isHeld =
      SAYS.test(said) &&
      tookMs < ENDED_MS &&
      bytes <= MAX_BYTES &&
      names <= MAX_FILES + 10 &&
      landed.length === 0 &&
      next === '"next\\n"';
    return isHeld ? [] : [{ name, said: said.slice(-300), tookMs, bytes, names, landed, next }];
  });
  expect(faults).toEqual([]);
  const refused = within.filter(({ name }) => answers[name]?.said !== '"done\\n"');
  expect(refused.map(({ name }) => [name, answers[name]?.said])).toEqual([]);
  expect(Object.keys(answers)).toEqual([...over, ...within].map(({ name }) => name));
}

/** Some thirty commands one after the other, each of which runs until it is ended. */
const ROOM_CASES_MS = 300_000;

const SANDBOXED = PRODUCT_LEVELS.filter(({ level }) => level !== "none");

for (const at of SANDBOXED)
  describe.skipIf(!at.runs)(
    `the room that a session takes on the disk at ${at.level} (needs ${at.needs})`,
    () => {
      it("is bounded in every place that commands write in", {
        timeout: ROOM_CASES_MS,
      }, async () => {
        const cases =
          at.level === "full" ? casesAt(at.level, { everywhere: false }) : sampleAt(at.level);
        expectHeld(await runRoomCases([...cases.over, ...cases.within], at), cases);
      });
    },
  );

const NOBODY = 65534;
const AS_NOBODY = [`--reuid=${NOBODY}`, `--regid=${NOBODY}`, "--clear-groups"];
const script = new URL("./ordinary-run.ts", import.meta.url).pathname;
// A checkout below a private folder cannot be read by another user.
const canSwitch =
  process.getuid?.() === 0 &&
  spawnSync("setpriv", [...AS_NOBODY, "test", "-r", script]).status === 0;

for (const { level, needs, runs } of SANDBOXED)
  describe.skipIf(!runs || !canSwitch)(
    `the room of an ordinary user's session at ${level} (needs ${needs} and setpriv)`,
    () => {
      it("is bounded in the same places", { timeout: ROOM_CASES_MS }, () => {
        const cases = sampleAt(level);
        const names = [...cases.over, ...cases.within].map(({ name }) => name);
        const argv = [...AS_NOBODY, process.execPath, ...testProgram(script), level, ...names];
        const ran = spawnSync("setpriv", argv, {
          encoding: "utf8",
          env: {
            PATH: "/usr/local/bin:/usr/bin:/bin",
            HOME: "/nonexistent",
            NODE_COMPILE_CACHE: compiledFor(NOBODY),
          },
        });
        expect(ran.stderr).toBe("");
        expectHeld(JSON.parse(ran.stdout) as Readonly<Record<string, RoomAnswer>>, cases);
      });
    },
  );
