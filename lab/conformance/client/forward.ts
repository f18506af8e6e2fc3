// The program that the suite starts for each scenario, all at once: it hands its words on to one process that has everything loaded.
const [, , speaker, url] = process.argv;
const { MCP_CONFORMANCE_PROTOCOL_VERSION: version, MCP_CONFORMANCE_CONTEXT: context } = process.env;
const answer = await fetch(speaker as string, {
  method: "POST",
  body: JSON.stringify({ url, version, context: JSON.parse(context ?? "{}") }),
});
process.stderr.write(await answer.text());
process.exitCode = answer.ok ? 0 : 1;

export {};
