import { type Client, type Server, TOKEN_IN_PLACE } from "./client.ts";

const FILE = ".continue/mcpServers/toolplane.yaml";
const OWN = ["Bash", "Read", "Write", "Edit", "MultiEdit", "List", "Search", "Fetch"];

/** YAML reads a JSON string as it is, so every word is written as one. */
export const continueDev: Client = {
  title: "Continue",
  files: (server) => [
    {
      base: "workspace",
      paths: [FILE],
      ...(server.kind === "http" ? { aside: TOKEN_IN_PLACE } : {}),
      content: { format: "whole", text: yamlOf(server) },
    },
  ],
  ownTools: {
    off: "start",
    how: "The editor lists its tools in its settings, to be set to Excluded; start the CLI, which does not look for the file itself, with",
    line: `cn --mcp ${FILE} --allow "*" ${OWN.map((tool) => `--exclude ${tool}`).join(" ")}`,
  },
  notes: [
    "Its tools have no prefix there: what is called read is toolplane's, Read is Continue's.",
  ],
};

function yamlOf(server: Server): string {
  const text = (value: string) => JSON.stringify(value);
  const lines =
    server.kind === "stdio"
      ? [
          `    command: ${text(server.command)}`,
          "    args:",
          ...server.args.map((word) => `      - ${text(word)}`),
        ]
      : [
          "    type: streamable-http",
          `    url: ${text(server.url)}`,
          "    requestOptions:",
          "      headers:",
          `        Authorization: ${text("Bearer TOKEN")}`,
        ];
  const head = ["name: toolplane", "version: 0.0.1", "schema: v1", "mcpServers:"];
  return [...head, "  - name: toolplane", ...lines, ""].join("\n");
}
