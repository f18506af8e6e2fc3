/** A session that goes on and on: nothing in it grows with each call but its record. */
import { verifyChain } from "@toolplane/kernel/record";
import { expect, it } from "vitest";
import { allowAll } from "../road/fixture.ts";
import { isWhole, SAMPLED_MS } from "../sample.ts";
import { key, openRecorded } from "./fixture.ts";

const CALLS = isWhole ? 100_000 : 3_000;
const SLICES = 4;

it(
  "a session of 100,000 calls takes the last of them as quickly as the first, and its record is whole",
  async () => {
    const world = openRecorded({ session: { rules: [allowAll] } });
    await world.recorder.openSession(world.session.manifest);
    const took: number[] = [];
    for (let slice = 0; slice < SLICES; slice += 1) {
      const start = process.cpuUsage();
      for (let at = 0; at < CALLS / SLICES; at += 1)
        expect((await world.call("read", { path: "README.md" })).type).toBe("output");
      await world.recorder.flush();
      took.push(process.cpuUsage(start).user);
    }
    // The first slice also compiles; three times as much leaves room for the collector, and none for a look at all earlier calls.
    expect(took.at(-1)).toBeLessThan(3 * (took[1] ?? 0));
    const record = await world.record();
    expect(record.rows).toHaveLength(CALLS + 1);
    expect(verifyChain({ ...record, key, sessionId: "ses_1" })).toEqual({
      ok: true,
      rows: CALLS + 1,
    });
  },
  SAMPLED_MS,
);
