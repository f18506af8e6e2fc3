/**
 * The runtime of one call: what every tool may use, and the doors its requirements opened. A door that was not declared is
 * not there. Everything that costs something is made when it is first touched.
 *
 * A class, against our habit: private fields keep the call's record out of a tool's hands, and members on a prototype cost
 * a call one small object instead of a dozen closures (measured: a seventh of a whole call). Members are getters that give
 * bound functions, so that a tool may take `{ progress }` apart.
 */
import {
  type AnyRuntime,
  type InvocationContext,
  type Json,
  type SessionServices,
  type StateSlot,
  ToolError,
  type ToolQuestion,
} from "@toolplane/contract";
import type { DoorContext } from "@toolplane/contract/ports";
import type { CallState } from "../call/call-state.ts";
import { signalOf } from "../session/running-calls.ts";
import type { SessionTool } from "../session/session-tool.ts";
import { createClientDoor } from "./doors/create-client-door.ts";
import { createMemoryDoor } from "./doors/create-memory-door.ts";
import { createDoorContext, type DoorName, doorNames, openDoor } from "./doors/open-door.ts";
import { emitProgress, emitUpdate } from "./emit-update.ts";
import { askPerson } from "./gate/ask-person.ts";
import { spawnSubagent } from "./spawn-subagent.ts";
import { versionedSlot } from "./versioned-slot.ts";

/** The answer of a headless host to every question. */
const HEADLESS_QUESTION =
  "No user is available to answer questions here. Go on with your best judgement.";

/** The longest time that a timer can hold: above it some clocks fire at once. */
const LONGEST_MS = 2_147_483_647;

/** Makes the runtime that `execute` is given. */
export function createRuntime(call: CallState, tool: SessionTool): AnyRuntime {
  if (!tool.hasDoors) return new CallRuntime(call, tool);
  tool.openRuntime ??= runtimeWithDoors(tool);
  return tool.openRuntime(call as never);
}

class CallRuntime implements AnyRuntime {
  readonly #call: CallState;
  readonly #tool: SessionTool;
  #doors: Map<DoorName, unknown> | null = null;
  #context: DoorContext | null = null;
  #services: SessionServices | null = null;

  /**
   * Defines the doors on the prototype that all calls of a tool share. The object behind a door is made for the call
   * that touches it.
   */
  static addDoors(prototype: CallRuntime, names: readonly DoorName[]): void {
    for (const name of names) {
      Object.defineProperty(prototype, name, {
        enumerable: true,
        get(this: CallRuntime) {
          return this.#open(name);
        },
      });
    }
    // A tool can get at it, and must not change what its next call is given.
    Object.freeze(prototype);
  }

  // All tools share the prototype and can reach it: none may change what another gets.
  static {
    Object.freeze(CallRuntime.prototype);
  }

  constructor(call: CallState, tool: SessionTool) {
    this.#call = call;
    this.#tool = tool;
  }

  #open(name: DoorName): unknown {
    this.#doors ??= new Map();
    if (!this.#doors.has(name)) {
      const call = this.#call;
      const tool = this.#tool;
      const context = (): DoorContext => {
        this.#context ??= createDoorContext(call, tool);
        return this.#context;
      };
      this.#doors.set(name, openDoor(name, { call, tool, context }));
    }
    return this.#doors.get(name);
  }

  get call(): InvocationContext {
    const { id, name, attempt, session } = this.#call;
    const { sessionId, role, workspace, depth } = session.manifest;
    const { maxResultBytes } = session;
    const { dataFolder } = this.#tool;
    const context = { callId: id, toolId: name, sessionId, role, workspace, attempt, depth };
    if (dataFolder === null && maxResultBytes === null) return context;
    return {
      ...context,
      ...(dataFolder === null ? {} : { dataFolder }),
      ...(maxResultBytes === null ? {} : { maxResultBytes }),
    };
  }

  get signal(): AbortSignal {
    return signalOf(this.#call);
  }

  get update(): AnyRuntime["update"] {
    const call = this.#call;
    return (partial) => emitUpdate(call, partial);
  }

  get progress(): AnyRuntime["progress"] {
    const call = this.#call;
    return (text, figures) => emitProgress(call, text, figures);
  }

  get wait(): AnyRuntime["wait"] {
    const call = this.#call;
    return (ms) => waitFor(call, ms);
  }

  get ask(): AnyRuntime["ask"] {
    const call = this.#call;
    return (questions) => askUser(call, questions);
  }

  get spawn(): AnyRuntime["spawn"] {
    const call = this.#call;
    return (request) => spawnSubagent(call, request);
  }

  get services(): SessionServices {
    const { services } = this.#call.session;
    const { client, memory } = services;
    // A stranger's tool never has the way to the program itself.
    const isGuarded = client !== undefined && this.#tool.entry.remote;
    if (!isGuarded && !memory) return services;
    this.#services ??= {
      ...services,
      ...(isGuarded ? { client: createClientDoor(this.#call, this.#tool, client) } : {}),
      ...(memory ? { memory: createMemoryDoor(this.#call, memory) } : {}),
    };
    return this.#services;
  }

  get config(): Readonly<Record<string, Json>> {
    return this.#tool.entry.config;
  }

  get state(): StateSlot {
    const { tool } = this.#tool.entry;
    const { stateSlot } = tool.contract;
    if (!stateSlot) throw new ToolError("internal", `${tool.id} declares no state.`);
    return versionedSlot(this.#call.session.stateSlot(tool.id), stateSlot);
  }
}

function runtimeWithDoors(tool: SessionTool): (call: CallState) => AnyRuntime {
  class DoorRuntime extends CallRuntime {}
  CallRuntime.addDoors(DoorRuntime.prototype, doorNames(tool));
  return (call) => new DoorRuntime(call, tool);
}

/** Asks the user a tool's own question. Without a user it is a tool error with a fixed text; no answer is invented. */
async function askUser(
  call: CallState,
  questions: readonly ToolQuestion[],
): Promise<readonly (readonly string[])[]> {
  const { session } = call;
  if (!session.questions) throw new ToolError("unavailable", HEADLESS_QUESTION);
  const answer = await askPerson(call, {
    kind: "tool",
    reasons: [],
    footprint: { resources: [] },
    cover: null,
    questions: session.redactor.value(questions),
  });
  if (answer.choice === "answers") return answer.answers;
  throw new ToolError("approval_rejected", "The user did not answer.");
}

/** Time for a tool: the host's clock, so that a test moves it, and the end of the call ends the wait. */
async function waitFor(call: CallState, ms: number): Promise<void> {
  if (!(ms >= 0 && ms <= LONGEST_MS))
    throw new ToolError("invalid_input", `A wait takes 0 to ${LONGEST_MS} ms.`);
  const signal = signalOf(call);
  signal.throwIfAborted();
  if (ms === 0) return;
  await new Promise<void>((resolve, reject) => {
    const stop = (): void => {
      disarm();
      reject(signal.reason as ToolError);
    };
    const disarm = call.session.host.clock.setTimer(ms, () => {
      signal.removeEventListener("abort", stop);
      resolve();
    });
    signal.addEventListener("abort", stop, { once: true });
  });
}
