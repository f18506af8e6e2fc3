// A tool that comes while the program runs, and goes again. Rules and questions hold for it from its first call on.
import { createToolplane, defineTool } from "toolplane";

const tp = await createToolplane({
  policy: [{ permission: "roll_dice", pattern: "*", action: "allow" }],
});
const roll = { id: "1", name: "roll_dice", arguments: { sides: 1 } };
const has = (): boolean => tp.toOpenAI().tools.some((tool) => tool.function.name === "roll_dice");

const added = tp.kernel.register(
  defineTool({
    id: "roll_dice",
    description: "Rolls a dice.",
    parameters: {
      type: "object",
      properties: { sides: { type: "integer", minimum: 1 } },
      required: ["sides"],
    },
    requires: {},
    execute: ({ sides }) => 1 + Math.floor(Math.random() * sides),
  }),
);
await added.ready();
console.log(added.status, added.reason, has());
const first = await tp.call(roll);
console.log(first.type === "output" ? first.data : first.error_text);

await added.close();
const second = await tp.call({ ...roll, id: "2" });
console.log(second.type === "output" ? second.data : second.error_text, has());
await tp.close();
