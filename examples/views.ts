// An agent in a view of its own: what it changed lands when its turn is over, and what a stopped one left waits for a person.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createToolplane } from "toolplane";
import { scriptedModel } from "toolplane/agent";

const folder = mkdtempSync(join(tmpdir(), "toolplane-example-"));
const workspace = join(folder, "project");
const price = join(workspace, "price.txt");
mkdirSync(workspace);
writeFileSync(price, "41\n");

const tp = await createToolplane({ workspace, userData: join(folder, "data") });
const raise = {
  calls: [{ name: "edit", arguments: { path: "price.txt", old_string: "41", new_string: "42" } }],
};
const look = { calls: [{ name: "read", arguments: { path: "price.txt" } }] };
// A model that says its lines; it is stopped after the second, before its turn is over.
const model = scriptedModel([look, raise, { text: "Done." }]);
const agent = await tp.agent({ model, view: "own", limits: { turns: 2 } });
await agent.run("Raise the price by one.");
await agent.close();
console.log("the project:", readFileSync(price, "utf8").trim());

for (const { id } of await tp.views.list()) {
  console.log(await tp.views.diff(id, price));
  const { state, counts } = await tp.views.land(id, { by: "ada" });
  console.log(`${state}: ${counts.changed} changed`);
}
console.log("the project:", readFileSync(price, "utf8").trim());

await tp.close();
rmSync(folder, { recursive: true });
