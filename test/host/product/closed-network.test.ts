/**
 * A command that runs unasked and wants a host that no rule opens: it hears so at once, the result says which host it was and what
 * would open it, and a person is asked once. Real clients; nothing is looked up, and nothing leaves.
 */
import { spawnSync } from "node:child_process";
import type { Answer, Question, ToolResult } from "@toolplane/contract";
import { bashTool } from "@toolplane/tools";
import { describe, expect, it } from "vitest";
import { hasSandbox } from "../../has-sandbox.ts";
import { openProduct } from "./fixture.ts";

const has = (program: string): boolean => spawnSync(program, ["--version"]).status === 0;

/** Lines of a script: what a script wants is known only when it runs. */
const CLIENTS: Readonly<Record<string, string>> = {
  curl: "curl -sS https://files.test/x",
  git: "git ls-remote https://files.test/a/b",
  python3: "python3 -c 'import urllib.request as r; r.urlopen(\"https://files.test/x\")'",
  pip: "pip download --no-deps --index-url https://files.test/simple six",
  npm: "npm view --registry https://files.test/ left-pad",
};

async function openClosed(
  script: string,
  choice?: Answer["choice"],
  files: Readonly<Record<string, string>> = {},
) {
  const questions: Question[] = [];
  const looked: string[] = [];
  const product = await openProduct({
    tools: [bashTool],
    files: { "run.sh": `${script}\n`, ...files },
    resolver: {
      async resolve(host) {
        looked.push(host);
        return [];
      },
    },
    ...(choice === undefined
      ? {}
      : {
          broker: {
            ask: async (question: Question): Promise<Answer> => {
              questions.push(question);
              return { choice } as Answer;
            },
          },
        }),
  });
  return { product, questions, looked };
}

const noteOf = ({ content = [] }: ToolResult): string =>
  content.map((part) => (part.type === "text" ? part.text : "")).join("\n");

/** Asks the daemon as the client of Docker does, and says what that says. */
const DOCKER = `
const socket = require("node:http").request({ socketPath: "/var/run/docker.sock", path: "/_ping" });
socket.on("error", () => {
  console.error("Cannot connect to the Docker daemon at unix:///var/run/docker.sock. Is the docker daemon running?");
  process.exit(1);
});
socket.end();
`;

describe.runIf(hasSandbox)(
  "a command that needs the daemon for containers (needs a sandbox)",
  () => {
    const clients = [
      { by: "a scripted client", command: "node docker.cjs pull alpine", runs: true },
      {
        by: "docker's own client (needs docker)",
        command: "docker pull alpine",
        runs: has("docker"),
      },
    ];
    for (const { by, command, runs } of clients)
      it.runIf(runs)(`hears that it does, and nobody is asked about a host: ${by}`, async () => {
        const { product, questions, looked } = await openClosed("true", "once", {
          "docker.cjs": DOCKER,
        });
        const result = await product.call("bash", { command });
        expect(noteOf(result)).toContain(
          "[It needs the machine's container daemon, and no command is shown its socket. Do without, or ask the user to run it.]",
        );
        expect(questions).toEqual([]);
        expect(looked).toEqual([]);
      });
  },
);

describe.runIf(hasSandbox)("a command that meets the closed network (needs a sandbox)", () => {
  for (const [program, script] of Object.entries(CLIENTS))
    it.runIf(has(program))(
      `by ${program} hears so, and its result names the host and the rule that would open it (needs ${program})`,
      async () => {
        const { product, looked } = await openClosed(script);
        const result = await product.call("bash", { command: "sh run.sh" });
        expect(looked).toEqual([]);
        expect(noteOf(result)).toContain(
          "The network refused files.test:443 (No rule opens it to commands that run unasked. The rule would be: allow net.fetch files.test)",
        );
        expect(noteOf(result)).not.toContain("It ran without a network");
        // Clients that take a refusal for a fault of the network try at most once more.
        expect(JSON.stringify(result).match(/Retrying/g)?.length ?? 0).toBeLessThanOrEqual(1);
      },
    );

  it("is asked about once, by the host's name, and a yes opens the host to the second run", async () => {
    const { product, questions, looked } = await openClosed(CLIENTS.curl ?? "", "once");
    await product.call("bash", { command: "sh run.sh" });
    expect(questions.map(({ kind }) => kind)).toEqual(["wider-rerun"]);
    expect(questions[0]?.reasons[0]?.reason).toContain(
      "It failed because the network is closed. It wanted files.test:443.",
    );
    expect(new Set(looked)).toEqual(new Set(["files.test"]));
  });

  it("is not asked about where it fails for a reason of its own", async () => {
    const script = "curl -s https://files.test/x || true; echo broken; exit 3";
    const { product, questions } = await openClosed(script, "once");
    await product.call("bash", { command: "sh run.sh" });
    expect(questions).toEqual([]);
  });
});
