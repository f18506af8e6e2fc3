// The program of a checkout under a Node that is too old. What runs here is not: a file loaded first makes it say so.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { type CliWorld, openCliWorld } from "@toolplane/cli/fixtures";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const repository = join(import.meta.dirname, "../../..");
const program = join(repository, "packages/toolplane/bin/toolplane.cjs");
const brought = join(repository, `node_modules/node-${process.platform}-${process.arch}/bin/node`);

let world: CliWorld;
beforeAll(() => {
  world = openCliWorld({ "README.md": "hello\n" });
  // The process that it goes on with must not load this file again.
  writeFileSync(
    join(world.root, "old.cjs"),
    `Object.defineProperty(process, "versions", { value: { ...process.versions, node: "20.20.2" } });
     process.execArgv.length = 0;`,
  );
});
afterAll(() => world.remove());

describe.skipIf(!existsSync(brought))(
  "toolplane of a checkout under a Node that is too old (needs the Node that the checkout brings)",
  () => {
    it("goes on with the Node that the checkout brings: words, streams and exit code are its own", async () => {
      const read = startOld(["call", "read", "-"]);
      read.stdin?.end('{"path":"README.md"}');
      expect(await outcome(read)).toMatchObject({ code: 0, stdout: "1\thello\n" });
      const unknown = await outcome(startOld(["nonsense"]));
      expect(unknown).toMatchObject({ code: 2, stdout: "" });
      expect(unknown.stderr).toContain('There is no command "nonsense".');
    });

    it("passes a signal on, and ends as the other one ended", async () => {
      const server = startOld(["mcp"]);
      server.stdin?.write('{"jsonrpc":"2.0","id":1,"method":"ping"}\n');
      await once(server.stdout as NonNullable<typeof server.stdout>, "data");
      server.kill("SIGINT");
      const [code, signal] = await once(server, "exit");
      expect([code, signal]).toEqual([130, null]);
    });
  },
);

function startOld(words: readonly string[]): ChildProcess {
  return spawn(process.execPath, ["--require", join(world.root, "old.cjs"), program, ...words], {
    cwd: world.workspace,
    env: { ...process.env, ...world.environment },
  });
}

async function outcome(child: ChildProcess) {
  const ended = once(child, "exit");
  const [stdout, stderr] = await Promise.all(
    [child.stdout, child.stderr].map((stream) => text(stream ?? Readable.from([]))),
  );
  const [code] = await ended;
  return { code, stdout, stderr };
}
