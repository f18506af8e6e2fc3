// A person answers: once, then always, and what *always* covers afterwards. The broker is a script here.
import { defineTool } from "@toolplane/contract";
import { createKernel } from "@toolplane/kernel";
import { createMemoryHost, createScriptedBroker } from "@toolplane/testkit";

const text = { type: "string" } as const;
const save = defineTool({
  id: "save_note",
  description: "Writes a note.",
  parameters: {
    type: "object",
    properties: { path: text, note: text },
    required: ["path", "note"],
  },
  requires: { fs: { write: ["{workspace}/**"] } },
  resources: { path: "fs.write" },
  // One key for every note, on purpose: the cover still keeps *always* to the files that were shown.
  approvalKey: () => "notes",
  execute: async ({ path, note }, { fs }) => (await fs.write(path, note)).bytes,
});

const broker = createScriptedBroker((question, index) => {
  const [file = "", ...more] = question.lines;
  console.log(`  ? ${question.title}: ${file} (and ${more.length} more lines)`);
  console.log(`    because: ${question.reasons.map(({ reason }) => reason).join(" ")}`);
  if (file.includes("private")) return { choice: "reject", note: "not that folder" };
  return index === 0 ? "once" : "session";
});
// A note can be undone, so by default nobody would be asked about one.
const kernel = createKernel({ host: createMemoryHost(), broker, tools: [save], contained: false });
const session = kernel.session();

const paths = ["todo.md", "todo.md", "todo.md", "ideas.md", "private/plan.md"];
for (const [index, path] of paths.entries()) {
  console.log(`save_note ${path}`);
  const call = { id: `${index}`, name: "save_note", arguments: { path, note: `note ${index}` } };
  const result = await session.call(call);
  console.log(`  ${result.type === "output" ? "ran" : `${result.code}: ${result.error_text}`}`);
}
for (const { scope, key, cover } of session.approvals()) {
  const files = cover.map((resource) => ("path" in resource ? resource.path : resource.capability));
  console.log(`kept for this ${scope}: "${key}", covering ${files.join(", ")}`);
}
await kernel.close();
