// Many runs in one program: two at once, the important one first, and one that waits for a person while the others go on.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createToolplane } from "toolplane";
import { scriptedModel } from "toolplane/agent";

const folder = mkdtempSync(join(tmpdir(), "toolplane-example-"));
const tp = await createToolplane({ workspace: folder, userData: join(folder, ".data") });

// A model that answers by what it was asked.
const model = scriptedModel(({ messages: [asked] }) => ({ text: `${asked?.role} was heard.` }));
const ended = Promise.withResolvers<void>();
let left = 3;
const engine = await tp.engine({
  model,
  concurrency: 2,
  onSegment(run, { state }) {
    if (state === "suspended")
      console.log(`${run} waits for a person: wake it when it is answered`);
    if (state === "over") left -= 1;
    if (left === 0) ended.resolve();
  },
});

await engine.submit({ prompt: "Look at the tests." }, { priority: 5 });
await engine.submit({ prompt: "Look at the alarm." }, { priority: 0 });
const nightly = { prompt: "Sum up the day." };
const first = await engine.submit(nightly, { key: "nightly" });
const again = await engine.submit(nightly, { key: "nightly" });
console.log(`one run under one key: ${first.run === again.run}`);

await ended.promise;
const lines = (await tp.runs.list()).map(({ prompt, status }) => `${prompt} ${status}`);
console.log(lines.toSorted().join("\n"));

// What is at work is let go of between two steps, and is submitted again after a restart: { run: "its id" }.
await engine.drain({ withinMs: 5_000 });
await tp.close();
rmSync(folder, { recursive: true });
