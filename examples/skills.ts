// Skills in an agent's prompt: one line each; the text comes when the model asks for it, and narrows what it may use meanwhile.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createToolplane } from "toolplane";
import { renderKits, renderSkills, shippedKits } from "toolplane/agent";

const folder = mkdtempSync(join(tmpdir(), "toolplane-example-"));
mkdirSync(join(folder, "review"));
writeFileSync(
  join(folder, "review", "SKILL.md"),
  `---
name: review
description: Reviews a change. Use it when somebody asks for a review.
allowed-tools: Read Grep
---
Read every file that changed, from the top down. Change nothing.
`,
);

const tp = await createToolplane({ skills: { home: false, project: "none", bundled: [folder] } });
const session = tp.session();
const say = async (id: string, name: string, args: Record<string, string>): Promise<void> => {
  const result = await session.call({ id, name, arguments: args });
  console.log(result.type === "output" ? result.data : result.code);
};

console.log(["You are a careful agent.", renderSkills(tp.skills.skills)].join("\n\n"));
await say("1", "skill", { name: "review" });
await say("2", "write", { path: "notes.txt", content: "x" });
console.log(session.lift("skill review"), session.narrowings());

const tools = ["file_manager", "git_manager", "bash_manager"];
console.log(renderKits(shippedKits(), tools).split("\n")[2]);
await tp.close();
rmSync(folder, { recursive: true });
