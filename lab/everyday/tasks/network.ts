/** Packages, pages and servers: what leaves the machine, and what only looks as if it did. */
import type { Task } from "../task.ts";
import { bash } from "./typed.ts";

const PACKAGE = { "package.json": '{ "name": "ledger", "version": "1.0.0" }\n' };
const SERVER = {
  "server.mjs": `import { createServer } from "node:http";
createServer((_, response) => response.end("hi from the ledger\\n")).listen(4321, "127.0.0.1", () => console.log("listening on 4321"));
`,
};
const rules = (...rows: readonly object[]) => ({
  ".toolplane/policy.jsonc": JSON.stringify({ rules: rows }),
});
const HOST_OPEN = { permission: "net.fetch", pattern: "registries.test", action: "allow" };
const INSTALL_OPEN = { permission: "shell.run", pattern: "npm install *", action: "allow" };
const TRUST = { words: ["trust", "--yes"], asked: 0 } as const;
/** The host among what it will touch, and not only in what npm wrote afterwards. */
const ON_CARD = /net\.fetch .{0,50}registries\.test/;
const INSTALLED = "test -e node_modules/alpha/index.js && test -e node_modules/delta/index.js";

export const NETWORK_TASKS: readonly Task[] = [
  {
    name: "npm install of a package",
    network: true,
    files: PACKAGE,
    steps: [
      {
        ...bash("npm install alpha"),
        asked: 1,
        answer: "once",
        // Before a yes: what would be fetched, from where, and that a yes can be kept.
        sees: [/alpha/, ON_CARD, /Always/],
        holds: INSTALLED,
      },
    ],
  },
  {
    name: "npm install of a package, refused",
    network: true,
    files: PACKAGE,
    levels: ["full", "plain"],
    steps: [
      {
        ...bash("npm install alpha"),
        asked: 1,
        code: 1,
        sees: [/alpha/, /registries\.test/],
        holds: "test ! -e node_modules/alpha",
        at: { full: {}, plain: {} },
      },
    ],
  },
  {
    name: "npm install, kept for the project",
    network: true,
    files: PACKAGE,
    levels: ["full", "plain"],
    steps: [
      { ...bash("npm install alpha"), asked: 1, answer: "always", holds: INSTALLED },
      {
        ...bash("rm -rf node_modules package-lock.json && npm install alpha"),
        asked: 0,
        holds: INSTALLED,
      },
    ],
  },
  {
    name: "npx of a package that is not here",
    network: true,
    files: PACKAGE,
    steps: [
      {
        ...bash("npx --yes shout"),
        asked: 1,
        answer: "once",
        sees: [/shout/, ON_CARD, /SHOUTED/],
      },
    ],
  },
  {
    name: "npm install where a rule opens the host",
    network: true,
    files: { ...PACKAGE, ...rules(HOST_OPEN) },
    levels: ["full", "plain"],
    steps: [TRUST, { ...bash("npm install alpha"), asked: 0, holds: INSTALLED }],
  },
  {
    name: "npm install where rules open host and command",
    network: true,
    files: { ...PACKAGE, ...rules(HOST_OPEN, INSTALL_OPEN) },
    steps: [TRUST, { ...bash("npm install alpha"), asked: 0, holds: INSTALLED }],
  },
  {
    name: "pip install of a package",
    network: true,
    needs: "pip",
    steps: [
      {
        ...bash("pip install --trusted-host registries.test --target lib alpha"),
        asked: 1,
        answer: "once",
        sees: [/alpha/, /registries\.test/],
        never: [/No matching distribution/],
        holds: "test -e lib/alpha.py && test -e lib/delta.py",
      },
    ],
  },
  {
    name: "a dev server and curl in one line",
    files: SERVER,
    needs: "curl",
    steps: [
      {
        ...bash("node server.mjs & sleep 2; curl -s http://127.0.0.1:4321/; kill %1"),
        asked: 0,
        sees: [/hi from the ledger/],
        at: { none: { asked: 1, answer: "once" } },
      },
    ],
  },
  {
    name: "a dev server in the background, asked by curl and web_fetch",
    files: SERVER,
    needs: "curl",
    levels: ["full", "plain"],
    steps: [
      {
        calls: [
          { tool: "background", arguments: { action: "start", command: "node server.mjs" } },
          {
            tool: "bash",
            arguments: { command: "sleep 2; curl -s http://127.0.0.1:4321/ | tr a-z A-Z" },
          },
          { tool: "web_fetch", arguments: { url: "http://127.0.0.1:4321/" } },
        ],
        chat: [{ keys: "serve and look\r", shows: /All done\.[\s\S]*Enter: send/ }],
        asked: 0,
        heard: [/HI FROM THE LEDGER/, /hi from the ledger/],
        unheard: [/refused the connection/],
      },
    ],
  },
  {
    name: "curl of a page",
    network: true,
    needs: "curl",
    steps: [
      {
        ...bash("curl -s http://site.test/"),
        asked: 1,
        answer: "once",
        sees: [/site\.test/, /The page of a stranger/],
      },
      {
        ...bash("curl -s http://site.test/"),
        asked: 1,
        code: 3,
        never: [/The page of a stranger/],
      },
    ],
  },
  {
    name: "web_fetch of a page",
    network: true,
    steps: [
      {
        words: ["call", "web_fetch", "http://site.test/"],
        asked: 1,
        code: 3,
        sees: [/site\.test/],
        never: [/The page of a stranger/],
      },
      {
        words: ["call", "web_fetch", "http://site.test/"],
        asked: 1,
        answer: "once",
        sees: [/The page of a stranger/],
      },
    ],
  },
];
