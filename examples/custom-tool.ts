// A tool with everything an author usually needs: errors as values, an approval key, limits, retries.
import { createMemoryHost } from "@toolplane/testkit";
import { createToolplane, defineTool, output, ToolError } from "toolplane";

const weather = defineTool({
  id: "get_weather",
  description: "The weather of a city, from weather.example.",
  parameters: {
    type: "object",
    properties: { city: { type: "string", minLength: 1 }, days: { type: "integer", maximum: 7 } },
    required: ["city"],
    additionalProperties: false,
  },
  requires: { net: { hosts: ["weather.example"] } },
  // *Always* is remembered per city, however many days were asked for.
  approvalKey: ({ city }) => `weather:${city.toLowerCase()}`,
  limits: { timeoutMs: 5_000, maxOutput: 10_000 },
  repeatable: true,
  async execute({ city, days = 1 }, { net, progress }) {
    progress(`asking for ${city}`);
    const response = await net.fetch(`https://weather.example/v1?city=${city}&days=${days}`);
    if (response.status === 404) {
      throw new ToolError("not_found", `No city is called ${city}. Try its English name.`);
    }
    return output(
      { report: new TextDecoder().decode(response.body) },
      { details: response.headers },
    );
  },
});

// This host lives in memory, so that the example needs no network. Leave it out to run on this machine.
const host = createMemoryHost({
  servers: {
    "weather.example:443": ({ url }) =>
      url.includes("Oslo") ? { body: "4 °C, rain" } : { status: 404 },
  },
});
const tp = await createToolplane({
  host,
  tools: [weather],
  policy: [
    { permission: "get_weather", pattern: "*", action: "allow" },
    { permission: "net.fetch", pattern: "weather.example", action: "allow" },
  ],
});
tp.on((event) => {
  if (event.type === "call-progress") console.log(`progress: ${event.text}`);
});

for (const [index, args] of [{ city: "Oslo" }, { city: "Ulso" }, { town: "Oslo" }].entries()) {
  const result = await tp.call({ id: `${index}`, name: "get_weather", arguments: args });
  console.log(result.type === "output" ? result.data : `${result.code}: ${result.error_text}`);
}
await tp.close();
