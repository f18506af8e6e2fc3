import type { Command } from "../../command/command.ts";

/** `toolplane add NAME -- COMMAND…`. */
export const addCommand: Command = {
  name: "add",
  group: "Connect",
  summary: "Put an MCP server or a web API behind toolplane, on the same road as every tool.",
  description: [
    "Shows the command as it would be run, and starts it only after you agreed to",
    "exactly that. Then shows the tools it has: what you agree to is pinned, and a",
    "tool that its server changes later is asked about with the difference.",
    "Programs run in the sandbox, by your rules, with the variables you name and no",
    "others. A server at an address runs elsewhere and is marked unconfined.",
    "",
    "A file or address of an OpenAPI description becomes one tool for each operation.",
    "Nothing is sent before a tool is called; --auth goes to the API's own address.",
  ].join("\n"),
  arguments: [
    { name: "name", summary: "What rules and tools call it; or an OpenAPI description." },
    { name: "command", summary: "After --: the program and its arguments.", rest: true },
  ],
  takesAnyOption: true,
  options: {
    url: { type: "text", value: "URL", summary: "A server over HTTP, instead of a command." },
    from: {
      type: "text",
      value: "CLIENT",
      summary: "Take over the servers of a client, or of its file.",
    },
    undo: { type: "flag", summary: "With --from: give the client its servers back." },
    env: {
      type: "list",
      value: "NAME",
      summary: "A variable it gets: NAME, NAME=env:OTHER or NAME=VALUE.",
    },
    header: {
      type: "list",
      value: "NAME=VALUE",
      summary: "With --url or a description: a header. VALUE may be env:NAME.",
    },
    oauth: {
      type: "flag",
      summary: "With --url: sign in with a browser, as toolplane sources login does.",
    },
    port: {
      type: "number",
      value: "NUMBER",
      summary: "With --oauth: where the browser comes back to, 7434 unless given.",
    },
    host: { type: "list", value: "HOST", summary: "A host it may reach. None unless named." },
    writes: {
      type: "list",
      value: "PATH",
      summary: "A file or folder of the workspace it may write. None unless named.",
    },
    only: {
      type: "list",
      value: "TOOL",
      summary: "Only this tool; of an API also tag:, path: or method:.",
    },
    except: { type: "list", value: "TOOL", summary: "With a description: not this operation." },
    name: { type: "text", value: "NAME", summary: "With a description: what rules call the API." },
    auth: {
      type: "text",
      value: "VALUE",
      summary: "With a description: env:NAME, or bearer:, key:, basic: or oauth2: before it.",
    },
    server: { type: "text", value: "URL", summary: "With a description: the API's address." },
    origin: {
      type: "list",
      value: "URL",
      summary: "With a description: another origin that --auth and --header go to.",
    },
    "token-url": {
      type: "text",
      value: "URL",
      summary: "With oauth2: where the API gives out tokens.",
    },
    serialized: { type: "flag", summary: "One call at a time." },
    unconfined: { type: "flag", summary: "Let it run where there is no sandbox." },
    "install-scripts": {
      type: "flag",
      summary: "Where a package is fetched: let it run its install scripts, unconfined.",
    },
    yes: { type: "flag", short: "y", summary: "Agree without being asked: for scripts." },
  },
  examples: [
    {
      line: "toolplane add files -- npx -y @modelcontextprotocol/server-filesystem .",
      meaning: "A program, in the sandbox.",
    },
    { line: "toolplane add docs --url https://docs.example/mcp", meaning: "A server elsewhere." },
    {
      line: "toolplane add api.yaml --name billing --auth env:BILLING_TOKEN",
      meaning: "A web API, from its description.",
    },
    { line: "toolplane add --from cursor", meaning: "All servers of a client, taken over." },
    { line: "toolplane add --from cursor --undo", meaning: "The client's file as it was." },
  ],
  load: async () => (await import("./run-add.ts")).runAdd,
};
