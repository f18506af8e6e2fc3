import { describe, expect, it } from "vitest";
import { readClientServers } from "./read-client-servers.ts";

const read = (list: object) => readClientServers(list as never, "/srv/project");
const program = (command: string, ...args: readonly string[]) => ({
  kind: "program",
  command,
  args,
  env: {},
  hosts: [],
  unconfined: false,
});

describe("the servers of a client", () => {
  it("are understood in each client's own words", () => {
    const { servers, left } = read({
      claude: { type: "stdio", command: "npx", args: ["-y", "pkg"], env: { KEY: "${KEY}" } },
      code: { command: "node", args: ["${workspaceFolder}/s.js"], env: { A: "${env:B}" } },
      open: { type: "local", command: ["uvx", "x"], environment: { T: "{env:T}", L: "debug" } },
      "open remote": {
        type: "remote",
        url: "https://x.test/mcp",
        headers: { A: "Bearer {env:T}" },
      },
      gemini: { httpUrl: "https://y.test/mcp", headers: { K: "$KEY" } },
      codex: { url: "https://z.test/mcp", bearer_token_env_var: "ZT" },
      off: { command: "x", disabled: true },
    });
    expect(left).toEqual([]);
    expect(servers.map(({ name, server, enabled }) => [name, server, enabled])).toEqual([
      ["claude", { ...program("npx", "-y", "pkg"), env: { KEY: "env:KEY" } }, true],
      ["code", { ...program("node", "/srv/project/s.js"), env: { A: "env:B" } }, true],
      ["open", { ...program("uvx", "x"), env: { T: "env:T", L: "debug" } }, true],
      [
        "open_remote",
        {
          kind: "address",
          url: "https://x.test/mcp",
          headers: { A: "Bearer ${env:T}" },
          oauth: false,
          hosts: [],
        },
        true,
      ],
      [
        "gemini",
        {
          kind: "address",
          url: "https://y.test/mcp",
          headers: { K: "env:KEY" },
          oauth: false,
          hosts: [],
        },
        true,
      ],
      [
        "codex",
        {
          kind: "address",
          url: "https://z.test/mcp",
          headers: { Authorization: "Bearer ${env:ZT}" },
          oauth: false,
          hosts: [],
        },
        true,
      ],
      ["off", program("x"), false],
    ]);
  });

  it("stay with the client where it alone could start them, and why is told", () => {
    const { servers, left } = read({
      asks: { command: "x", env: { T: "${input:token}" } },
      old: { type: "sse", url: "https://x.test/sse" },
      none: { note: 1 },
      text: "x",
      toolplane: { command: "node", args: ["/opt/toolplane.cjs", "mcp"] },
    });
    expect(servers).toEqual([]);
    expect(left.map(({ name }) => name)).toEqual(["asks", "old", "none", "text"]);
  });

  it("never share a name here, whatever they are called there", () => {
    const { servers } = read({ "a b": { command: "x" }, "a.b": { command: "y" } });
    expect(servers.map(({ name }) => name)).toEqual(["a_b", "a_b-2"]);
  });
});
