/**
 * Leads from a remote tool to the program in front of us. The asking server is a stranger: what leaves is masked, and a
 * form goes through the one queue of questions. Anything else (the program's model, its folders) needs a rule or a
 * person that allows it. Each request is in the record of the call, and the deadline pauses while the program answers.
 */
import {
  type ClientRequest,
  type ClientService,
  type JsonObject,
  type Resource,
  ToolError,
} from "@toolplane/contract";
import type { CallState } from "../../call/call-state.ts";
import { namedResource } from "../../footprint/compute-footprint.ts";
import { clientRequestName, JUDGED_METHODS } from "../../resource/client-request-name.ts";
import { signalOf } from "../../session/running-calls.ts";
import type { SessionTool } from "../../session/session-tool.ts";
import { askPerson } from "../gate/ask-person.ts";
import { createGate } from "../gate/create-gate.ts";

type Requests = Readonly<Record<string, ClientRequest>>;
type Replies = Readonly<Record<string, JsonObject>>;

/** The ids of calls that it is given are not looked at: it belongs to this one. */
export function createClientDoor(
  call: CallState,
  tool: SessionTool,
  service: ClientService,
): ClientService {
  const { session } = call;
  return {
    answers: (_callId, method) => call.result === null && service.answers(call.id, method),
    async request(_callId, requests) {
      requireRunning(call);
      const masked = session.redactor.value(requests);
      await requireAnswers(call, masked, service);
      await requireAllowed(call, tool, masked);
      requireRunning(call);
      return hasForm(masked) ? askForms(call, tool, masked) : askProgram(call, masked, service);
    },
    log(_callId, level, data, source) {
      if (call.result === null) service.log(call.id, level, session.redactor.value(data), source);
    },
  };
}

/** Refuses a server that goes on asking when its call is over. */
function requireRunning(call: CallState): void {
  if (call.result !== null || signalOf(call).aborted)
    throw new ToolError("cancelled", "The call that this is asked for is over.");
}

/** Lets the program's own service refuse what it does not answer, before a person is asked about it. */
async function requireAnswers(
  call: CallState,
  requests: Requests,
  service: ClientService,
): Promise<void> {
  const lacks = Object.values(requests).some(({ method }) => !service.answers(call.id, method));
  if (lacks) await service.request(call.id, requests, signalOf(call));
}

async function requireAllowed(call: CallState, tool: SessionTool, requests: Requests) {
  const gate = createGate({ call, tool, reach: tool.reach, via: "argument" });
  const methods = new Set(Object.values(requests).map(({ method }) => method));
  for (const method of methods) {
    if (!JUDGED_METHODS.includes(method)) continue;
    const name = clientRequestName(ownName(tool), method);
    const decision = await gate.ask({ capability: "named", name });
    if (!decision.allowed) throw new ToolError(decision.code, decision.reason);
  }
}

function hasForm(requests: Requests): boolean {
  return Object.values(requests).some(({ method }) => method === "elicitation/create");
}

async function askForms(call: CallState, tool: SessionTool, requests: Requests): Promise<Replies> {
  if (!call.session.questions) throw new ToolError("unavailable", "Nobody can be asked here.");
  const answer = await askPerson(call, {
    kind: "tool",
    reasons: [],
    footprint: { resources: resourcesOf(tool, requests) },
    cover: null,
    questions: [],
    requests,
  });
  if (answer.choice === "answers" && answer.replies) return answer.replies;
  throw new ToolError("approval_rejected", "The user did not answer.");
}

function resourcesOf(tool: SessionTool, requests: Requests): readonly Resource[] {
  const names = Object.values(requests).map(({ method }) =>
    clientRequestName(ownName(tool), method),
  );
  return [...new Set(names)].map(namedResource);
}

function ownName({ entry: { named, tool } }: SessionTool): string {
  return named.capability === "named" ? named.name : `tool:${tool.id}`;
}

async function askProgram(
  call: CallState,
  requests: Requests,
  service: ClientService,
): Promise<Replies> {
  const { running } = call.session;
  running.pause(call);
  try {
    return await service.request(call.id, requests, signalOf(call));
  } finally {
    running.resume(call);
  }
}
