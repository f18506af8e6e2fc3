import { expect, it } from "vitest";
import { SAMPLED_MS } from "../sample.ts";
import { openCheckWorld } from "./check-world.ts";

const before = { "check.sh": "exit 0\n", "src/a.txt": "one\n" };

/** The file that the check obeys is source here, so that only what it does is judged. */
const obeying = (does: string) => ({ ...before, "src/a.txt": does });
const run = `sh check.sh && sh src/a.txt`;
const good = { ...before, "src/a.txt": "true\n" };

it.each([
  ["hangs", "sleep 600", "did not end in its time"],
  ["prints without end", "yes", "printed or wrote without end"],
  ["needs a terminal", "tty", "fails with exit code 1"],
  ["reads what nobody types", "read answer", "fails with exit code 1"],
  ["ends itself by a signal", "kill -9 $$", "fails with"],
  ["says that all is well", "echo '# tests 1'; echo '# pass 1'; exit 3", "exit code 3"],
])(
  "a check that %s holds its set back, by name",
  { timeout: SAMPLED_MS },
  async (_, does, words) => {
    const world = await openCheckWorld([{ name: "shell", run, within: "2s" }]);
    const verdict = await world.judge({ before: good, after: obeying(`${does}\n`) });
    expect(verdict.passes).toBe(false);
    expect(verdict.text).toContain(words);
    expect(verdict.text.length).toBeLessThan(9_000);
    await world.close();
  },
);

it("what a check leaves running ends with it", { timeout: SAMPLED_MS }, async () => {
  const world = await openCheckWorld([{ name: "shell", run: "sh src/a.txt", within: "30s" }]);
  const after = obeying("sleep 600 & sleep 600 & true\n");
  const verdict = await world.judge({ before: good, after });
  // The command names the file, so only a person can land it; it did not wait for the sleepers.
  expect(verdict.results[0]?.summary).toBe("passes");
  await world.close();
});
