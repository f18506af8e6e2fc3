// Parameters in Zod: the model sees JSON Schema, Zod validates, and its types flow into execute.
import { defineTool } from "@toolplane/contract";
import { createKernel } from "@toolplane/kernel";
import { createMemoryHost } from "@toolplane/testkit";
import { z } from "zod";

const roll = defineTool({
  id: "roll_dice",
  description: "Rolls dice and adds them up.",
  parameters: z.object({
    dice: z.number().int().min(1).max(10).describe("how many"),
    sides: z.union([z.literal(6), z.literal(20)]).default(6),
  }),
  requires: {},
  execute: ({ dice, sides }) => `${dice}d${sides}: at least ${dice}, at most ${dice * sides}`,
});

console.log("the model sees:", JSON.stringify(roll.parameters));

const kernel = createKernel({ host: createMemoryHost(), tools: [roll] });
const session = kernel.session({
  rules: [{ permission: "roll_dice", pattern: "*", action: "allow" }],
});
for (const [index, args] of ['{"dice": 2}', '{"dice": 2, "sides": 12}', '{"dice": 2'].entries()) {
  const result = await session.call({ id: `${index}`, name: "roll_dice", arguments: args });
  console.log(result.type === "output" ? result.data : result.error_text);
}
await kernel.close();
