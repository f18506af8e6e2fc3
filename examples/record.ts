import { defineTool } from "@toolplane/contract";
import { createKernel } from "@toolplane/kernel";
import { createRecorder, loadRecord, replay, verifyChain } from "@toolplane/kernel/record";
import { createFakeClock, createMemoryHost, createMemoryStore } from "@toolplane/testkit";

const note = defineTool({
  id: "add_note",
  description: "Writes a note into a file.",
  parameters: {
    type: "object",
    properties: { path: { type: "string" }, text: { type: "string" } },
    required: ["path", "text"],
  },
  requires: { fs: { write: ["{workspace}/**"] } },
  resources: { path: "fs.write" },
  async execute({ path, text }, { fs }) {
    return (await fs.write(path, text)).bytes;
  },
});

// A record needs a store, and a key that seals it. Here both live in memory.
const clock = createFakeClock();
const host = createMemoryHost({ clock });
const store = createMemoryStore();
const key = new Uint8Array(32).fill(1);
const recorder = createRecorder({ store, key, clock, ids: host.ids });
const rules = [
  { permission: "fs.write", pattern: "{workspace}/notes/**", action: "allow" },
  { permission: "fs.write", pattern: "**/*.key", action: "deny" },
] as const;
const kernel = createKernel({ host, tools: [note], recorder });
const session = kernel.session({ id: "ses_example", rules });

// Three calls of one response: judged in order, run side by side, answered in order.
const { results } = await session.callAll([
  { id: "1", name: "add_note", arguments: { path: "notes/a.md", text: "one" } },
  { id: "2", name: "add_note", arguments: { path: "notes/b.key", text: "two" } },
  { id: "3", name: "add_note", arguments: { path: "notes/c.md", text: "three" } },
]);
for (const result of results) console.log(result.type === "error" ? result.code : result.data);

const flushed = recorder.flush();
await clock.advance(1);
await flushed;

// The chain holds; replay walks every stage but `execute` again and comes to the same rows.
const record = await loadRecord(store, "ses_example");
console.log("rows:", record.rows.map(({ type }) => type).join(", "));
console.log("whole:", verifyChain({ ...record, key }).ok);
const again = await replay(record, kernel.replayer({ id: "ses_example", rules }));
console.log("replayed the same:", again.same);

// One row changed, and it shows.
const [first, ...rest] = record.rows;
const forged = first ? [{ ...first, type: "call-refuse" }, ...rest] : [];
console.log("forged:", verifyChain({ ...record, rows: forged, key }).ok);
await kernel.close();
