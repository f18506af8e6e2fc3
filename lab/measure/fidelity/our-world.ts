/** Runs commands through the product as users have it: the tool `bash`, the default rules, a person who says yes to everything. */
import type { ProcessReport, Question, ToolResult } from "@toolplane/contract";
import { createToolplane } from "toolplane";

export interface OurRun {
  readonly exit: number | null;
  readonly ms: number;
  /** The error's code, where the call was not answered with an output. */
  readonly code?: string;
  readonly output: string;
  readonly asked: readonly string[];
  readonly report?: ProcessReport;
}

export interface OurWorld {
  readonly level: string;
  needsNetwork(command: string): Promise<boolean>;
  run(command: string, timeoutMs: number): Promise<OurRun>;
  close(): Promise<void>;
}

export async function openOurWorld(options: {
  readonly base: string;
  readonly userData: string;
  readonly workspace: string;
  readonly environment: Readonly<Record<string, string>>;
}): Promise<OurWorld> {
  const asked: string[] = [];
  const toolplane = await createToolplane({
    workspace: options.workspace,
    userData: options.userData,
    scratchParent: options.base,
    environment: options.environment,
    broker: {
      ask: async (question: Question) => {
        asked.push(question.title);
        return { choice: "once" };
      },
    },
    resolver: { resolve: async (host) => Promise.reject(noNetwork(host)) },
    connector: { connect: async ({ address }) => Promise.reject(noNetwork(address)) },
    onWarning: () => {},
  });
  const session = toolplane.session();
  let calls = 0;
  return {
    level: toolplane.host.sandbox.level,
    async needsNetwork(command) {
      const call = { id: "explain", name: "bash", arguments: { command } };
      const { footprint } = await session.explain(call);
      return footprint.resources.some(
        (resource) =>
          resource.capability === "net.fetch" ||
          (resource.capability === "opaque" && resource.of === "net.fetch"),
      );
    },
    async run(command, timeoutMs) {
      calls += 1;
      asked.length = 0;
      const began = performance.now();
      const result = await session.call({
        id: `call-${calls}`,
        name: "bash",
        arguments: { command, timeout_ms: timeoutMs },
      });
      const ms = performance.now() - began;
      const details = result.details as
        | { readonly exit_code?: number | null; readonly report?: ProcessReport }
        | undefined;
      return {
        exit: details?.exit_code ?? null,
        ms,
        output: textOfResult(result),
        asked: [...asked],
        ...(result.type === "error" ? { code: result.code } : {}),
        ...(details?.report === undefined ? {} : { report: details.report }),
      };
    },
    async close() {
      await session.close();
      await toolplane.close();
    },
  };
}

function textOfResult(result: ToolResult): string {
  if (result.type === "error") return result.error_text;
  return typeof result.data === "string" ? result.data : JSON.stringify(result.data);
}

function noNetwork(host: string): Error {
  return Object.assign(new Error(`getaddrinfo ENOTFOUND ${host}`), { code: "ENOTFOUND" });
}
