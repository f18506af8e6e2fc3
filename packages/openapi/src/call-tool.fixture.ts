/** Runs a tool of a description with a door that answers from the test, and keeps what it was asked for. */
import type { AnyRuntime, JsonObject, NetRequest, NetResponse, Tool } from "@toolplane/contract";

export interface AskedRequest extends NetRequest {
  readonly url: string;
}

export interface ToolDesk {
  readonly asked: readonly AskedRequest[];
  readonly waits: readonly number[];
  readonly call: (tool: Tool | undefined, args?: JsonObject) => Promise<unknown>;
}

export type Reply = Partial<Omit<NetResponse, "body">> & { readonly body?: string };

export function openDesk(reply: (request: AskedRequest) => Reply = () => ({})): ToolDesk {
  const asked: AskedRequest[] = [];
  const waits: number[] = [];
  const runtime = {
    net: {
      fetch: async (url: string, request: NetRequest = {}) => {
        const seen = { url, ...request };
        asked.push(seen);
        const { body = "{}", ...rest } = reply(seen);
        const answer = { status: 200, statusText: "", url, truncated: false };
        const headers = { "content-type": "application/json" };
        return { ...answer, headers, ...rest, body: new TextEncoder().encode(body) };
      },
    },
    wait: async (ms: number) => void waits.push(ms),
  } as AnyRuntime;
  return {
    asked,
    waits,
    call: async (tool, args = {}) => {
      try {
        return await tool?.execute(args as never, runtime);
      } catch (error) {
        return error;
      }
    },
  };
}
