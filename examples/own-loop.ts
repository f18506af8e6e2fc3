// Your own loop: whatever asks for tool calls, `callAll` answers them, in order, every one.
import { createToolplane, type ToolCall } from "toolplane";

const tp = await createToolplane({
  policy: [{ permission: "fs.write", pattern: "{workspace}/src/**", action: "allow" }],
});
const session = tp.session({ strategy: "parallel" });

// What a model would be told, and what it then might ask for, response by response.
console.log("tools:", session.definitions().length);
const price = "src/price.js";
const responses: readonly (readonly ToolCall[])[] = [
  [
    { id: "1", name: "glob", arguments: { pattern: "**/*.js" } },
    { id: "2", name: "grep", arguments: { pattern: "price", path: price } },
  ],
  [
    { id: "3", name: "edit", arguments: { path: price, old_string: "41", new_string: "42" } },
    { id: "4", name: "no_such_tool", arguments: {} },
    { id: "5", name: "web_fetch", arguments: { url: "https://example.com/" } },
  ],
];
for (const calls of responses) {
  const { results } = await session.callAll(calls);
  for (const [index, result] of results.entries()) {
    const { data = "" } = result.type === "output" ? result : {};
    const said = typeof data === "string" ? data : Object.keys(data as object).join(", ");
    console.log(`${calls[index]?.name}: ${result.type === "error" ? result.error_text : said}`);
  }
}

await tp.close();
