// A web API becomes tools: one for each operation. Rules about its host hold for them as for everything else.
import { createMemoryHost } from "@toolplane/testkit";
import { createToolplane } from "toolplane";
import { fromOpenApi } from "toolplane/openapi";

const description = `
openapi: 3.1.0
info: { title: Billing, version: "1" }
servers: [{ url: https://billing.example/v1 }]
paths:
  /invoices/{id}:
    get:
      operationId: getInvoice
      parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]
    delete: { operationId: deleteInvoice }
    trace: { operationId: traceInvoice }
`;
const api = await fromOpenApi(description, {
  name: "billing",
  auth: { type: "bearer", token: () => "a token that no model sees" },
});
console.log(api.title, api.hosts, api.skipped);

// This host lives in memory, so that the example needs no network. Leave it out to run on this machine.
const host = createMemoryHost({
  servers: {
    "billing.example:443": ({ method, url, headers }) => ({
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ method, url, signedIn: headers.authorization !== undefined }),
    }),
  },
});
const tp = await createToolplane({
  host,
  tools: [],
  policy: [{ permission: "net.fetch", pattern: "billing.example", action: "allow" }],
});
for (const tool of api.tools) tp.kernel.register(tool, { layer: "openapi", source: "billing" });

const name = "openapi__billing__getInvoice";
for (const id of [7, "seven"]) {
  const result = await tp.call({ id: `call ${id}`, name, arguments: { id } });
  console.log(result.type === "output" ? result.data : result.error_text);
}
await tp.close();
