/** "Behind your agent" as a page: what every client needs, from the same data that `toolplane start --for` prints and writes. */

import { clientPastes, type Paste, WHY_OFF } from "@toolplane/cli/inside";
import type { Client, OwnTools, Servers } from "@toolplane/gateway/inside";

/** Every client by the name that is typed. */
export type ClientTable = Readonly<Record<string, Client>>;

/** The blocks of a plausible machine. */
const SERVERS: Servers = {
  own: {
    kind: "stdio",
    command: "/usr/bin/node",
    args: [
      "/usr/lib/node_modules/toolplane/bin/toolplane.cjs",
      "mcp",
      "--workspace",
      "/home/mira/ledger-api",
    ],
  },
  shared: (here) => ({
    kind: "stdio",
    command: "toolplane",
    args: ["mcp", "--workspace", here],
  }),
};

export function renderClients(clients: ClientTable): readonly string[] {
  return [...INTRODUCTION, ...Object.entries(clients).flatMap(renderClient)];
}

const INTRODUCTION = [
  "The agent that you have keeps its model and its screen; its tools become those of toolplane, and so every call goes by your",
  "rules. In the folder that it works in:",
  "",
  "```text",
  "toolplane start --for opencode            prints what to paste, and where",
  "toolplane start --for opencode --write    shows what would change, asks, and writes it",
  "toolplane start --for opencode --undo     takes it back",
  "```",
  "",
  "`--write` keeps comments and everything else in a file that is there. It refuses a file that it cannot change without loss, and",
  "follows no link. `--undo` puts back the very text that was there; when the file was changed since, it takes out its own part only.",
  "",
  `**Switch the agent's own tools off.** ${WHY_OFF}`,
  "Where a setting does it, it is part of the block; where only whoever starts the agent can, the line is given; where nothing does,",
  "that is said.",
  "",
  "**Questions.** Most clients cannot show a question of a server, and some say no by themselves when nobody looks. With `--wait`",
  "(`toolplane start --for opencode --wait --write`) such a call waits until you answer it in `toolplane approvals`.",
  "",
  "A file of the project is committed, so it names the program and no path of your machine; whoever uses it installs toolplane once",
  "(`npm install --global toolplane`). Paths in your own files are those of an example; on your machine they are your own. What runs over HTTP instead: [as an MCP server](mcp-server.md).",
];

function renderClient([name, client]: readonly [string, Client]): readonly string[] {
  const { title, ownTools, notes = [] } = client;
  const typed = `\`toolplane start --for ${name}\``;
  return [
    ...["", `## ${title}`, ""],
    ...(name === "json"
      ? [`${typed} prints the form that most clients take.`]
      : [`${typed}, or by hand:`]),
    ...clientPastes(client, SERVERS).flatMap(renderPaste),
    "",
    ownToolsText(ownTools),
    ...notes,
  ];
}

function renderPaste({ into, text }: Paste): readonly string[] {
  const language =
    { toml: "toml", yaml: "yaml", md: "markdown" }[into.split(".").at(-1) ?? ""] ?? "json";
  return ["", `Into \`${into}\`:`, "", `\`\`\`${language}`, ...text.split("\n"), "```"];
}

function ownToolsText(ownTools: OwnTools): string {
  switch (ownTools.off) {
    case "file":
      return `Its own tools are off by ${ownTools.how}`;
    case "start":
      return `Its own tools: ${ownTools.how} \`${ownTools.line}\`.`;
    case "never":
      return `Its own tools stay on. ${ownTools.how}`;
  }
}
