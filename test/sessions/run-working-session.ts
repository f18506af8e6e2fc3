/**
 * Walks the working session through the product as users get it: `createToolplane`, the default policy, contained commands in
 * real bubblewrap, and a person who says yes and, about files, "for this session". Only the outside is replaced: one foreign
 * name whose address leads to a server on loopback.
 */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Question, Rule, ToolResult } from "@toolplane/contract";
import type { Broker } from "@toolplane/contract/ports";
import { createToolplane } from "toolplane";
import { outputTool, startTool, stopTool } from "./process-tools.ts";
import { makeScratchProject } from "./scratch-project.ts";
import {
  FOREIGN_FILES,
  FOREIGN_HOST,
  SESSION_RULES,
  type SessionStep,
  WORKING_SESSION,
} from "./working-session.ts";

/** A question that a person had to answer. */
interface Prompt {
  readonly step: number;
  readonly kind: Question["kind"];
  readonly title: string;
  readonly lines: readonly string[];
  readonly reasons: readonly string[];
}

/** A call that did not bring what it must. */
interface Fault {
  readonly step: number;
  readonly call: string;
  readonly problem: string;
}

export interface SessionOutcome {
  readonly calls: number;
  readonly prompts: readonly Prompt[];
  readonly faults: readonly Fault[];
  readonly sandbox: string;
  readonly durationMs: number;
}

/** An address that is public by the tables; nothing is ever sent to it. */
const FOREIGN_ADDRESS = "93.184.215.14";

/** Runs it in a folder of its own and takes the folder away. */
export async function runWorkingSession(
  onStep: (step: number, call: string, durationMs: number) => void = () => undefined,
  rules: readonly Rule[] = SESSION_RULES,
): Promise<SessionOutcome> {
  const folder = mkdtempSync(join(realpathSync(tmpdir()), "working-session-"));
  const workspace = join(folder, "project");
  const home = join(folder, "home");
  const scratchParent = join(folder, "scratch");
  for (const made of [workspace, home, scratchParent]) mkdirSync(made);
  makeScratchProject(workspace);
  writeFileSync(
    join(home, ".gitconfig"),
    "[user]\n\tname = A Person\n\temail = person@example.com\n",
  );
  const outside = await serveFiles();
  const prompts: Prompt[] = [];
  let step = 0;
  const toolplane = await createToolplane({
    workspace,
    scratchParent,
    userData: join(folder, "data"),
    environment: { ...process.env, HOME: home },
    preset: "locked",
    tools: [startTool, outputTool, stopTool],
    broker: createYesSayer((question) => prompts.push({ step, ...promptOf(question) })),
    ...outsideOf(outside),
    onWarning: () => undefined,
  });
  const faults: Fault[] = [];
  const beganMs = performance.now();
  try {
    const session = toolplane.session({ rules });
    for (const wanted of WORKING_SESSION) {
      step += 1;
      const at = performance.now();
      const result = await session.call({
        id: `step-${step}`,
        name: wanted.tool,
        arguments: wanted.args,
      });
      const problem = problemOf(wanted, result);
      if (problem !== null) faults.push({ step, call: describeStep(wanted), problem });
      onStep(step, describeStep(wanted), performance.now() - at);
    }
    await session.close();
  } finally {
    await toolplane.close();
    outside.close();
    rmSync(folder, { recursive: true, force: true });
  }
  const durationMs = Math.round(performance.now() - beganMs);
  return { calls: step, prompts, faults, sandbox: toolplane.host.sandbox.kind, durationMs };
}

/** Says yes: for the session where that can be stored, once where not. */
function createYesSayer(onQuestion: (question: Question) => void): Broker {
  return {
    ask: async (question) => {
      onQuestion(question);
      return { choice: question.cover === null ? "once" : "session" };
    },
  };
}

function promptOf({ kind, title, lines, reasons }: Question): Omit<Prompt, "step"> {
  return { kind, title, lines, reasons: reasons.map(({ judge, reason }) => `${judge}: ${reason}`) };
}

/** A call as one line of text. */
function describeStep({ tool, args }: SessionStep): string {
  return `${tool} ${Object.values(args).map(String).join(" ").replaceAll("\n", "⏎")}`.slice(0, 160);
}

function problemOf(step: SessionStep, result: ToolResult): string | null {
  if (result.type === "error") return `${result.code}: ${result.error_text}`;
  const shown = typeof result.data === "string" ? result.data : JSON.stringify(result.data);
  const exit = (result.details as { readonly exit_code?: number } | undefined)?.exit_code;
  if (step.exit !== undefined && exit !== step.exit) return `exit ${exit}: ${shown.slice(-600)}`;
  if (step.has !== undefined && !shown.includes(step.has))
    return `"${step.has}" is missing: ${shown.slice(-600)}`;
  return null;
}

async function serveFiles(): Promise<Server> {
  const server = createServer((request, response) => {
    const text = FOREIGN_FILES[request.url ?? ""];
    response.writeHead(text === undefined ? 404 : 200, { "content-type": "text/plain" });
    response.end(text ?? "not here\n");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return server;
}

/** One name, one address, and a connector that knows no other way than to the server. */
function outsideOf(server: Server) {
  const { port } = server.address() as AddressInfo;
  return {
    resolver: {
      resolve: async (host: string) => {
        if (host === FOREIGN_HOST) return [FOREIGN_ADDRESS];
        throw Object.assign(new Error(`getaddrinfo ENOTFOUND ${host}`), { code: "ENOTFOUND" });
      },
    },
    connector: {
      connect: async ({ address }: { readonly address: string }) => {
        if (address !== FOREIGN_ADDRESS)
          throw Object.assign(new Error("refused"), { code: "ECONNREFUSED" });
        const socket = connect(port, "127.0.0.1");
        await new Promise((resolve, reject) =>
          socket.once("connect", resolve).once("error", reject),
        );
        return socket;
      },
    },
  };
}
