/** The ways into a toolplane that a program uses: calls on the default session, and projections of any session. */
import type { PriceTable, SkillIndex } from "@toolplane/agent";
import type { ProfileAgent } from "@toolplane/compat";
import type { Host, RecordKey } from "@toolplane/contract/ports";
import type { CallOptions, Kernel, Session } from "@toolplane/kernel";
import type { McpFace } from "@toolplane/mcp";
import type { Agent, AgentOptions } from "../agent/agent.ts";
import type { Subagents } from "../agent/create-subagents.ts";
import type { FamilyMember } from "../agent/family.ts";
import { aiSdkToolSet } from "../faces/ai-sdk-tool-set.ts";
import { createCallNonce } from "../faces/call-nonce.ts";
import { createAnthropicFace } from "../faces/create-anthropic-face.ts";
import { createOpenAiFace } from "../faces/create-openai-face.ts";
import { createOpenAiResponsesFace } from "../faces/create-openai-responses-face.ts";
import { openMcpFace } from "../faces/open-mcp-face.ts";
import type { FaceSource } from "../faces/session-tools.ts";
import type { RunEngine } from "../fleet/open-run-engine.ts";
import type { LandedSessions } from "../views/landed-sessions.ts";
import type { LibrarySubagents } from "./services/library-subagents.ts";
import type { Sessions } from "./sessions/open-sessions.ts";
import type { Toolplane } from "./toolplane.ts";
import type { ToolplaneRuns } from "./toolplane-runs.ts";
import type { ToolplaneSources } from "./toolplane-sources.ts";

export interface FacesOptions {
  readonly kernel: Kernel;
  readonly host: Host;
  readonly sessions: Sessions;
  /** Fences around outside text are made from it. */
  readonly secret: RecordKey;
  readonly warn: (text: string) => void;
  /** Tools that MCP clients are not told of, because they cannot work. */
  readonly omit: readonly string[];
  readonly skills: SkillIndex;
  readonly runs: ToolplaneRuns;
  readonly subagents: LibrarySubagents;
  readonly prices: PriceTable;
  readonly landed: LandedSessions;
  /** Lists what the sources have beside tools. */
  readonly offers: ToolplaneSources["offers"];
  /** Defaults of agents, unless they say otherwise. */
  readonly ofAgents: ProfileAgent;
}

/** The faces, and how they end. */
export interface ToolplaneFaces {
  readonly api: Pick<
    Toolplane,
    | "call"
    | "callAll"
    | "explain"
    | "toAiSdk"
    | "toOpenAI"
    | "toOpenAIResponses"
    | "toAnthropic"
    | "toMcp"
    | "agent"
    | "engine"
    | "runs"
    | "fork"
    | "systemPrompt"
  >;
  close(): Promise<void>;
}

/** Read only for those who want it. */
async function guidanceOf(
  session: Session,
  injects: NonNullable<ProfileAgent["injects"]>,
): Promise<string> {
  if (injects.length === 0) return "";
  const { toolGuidance } = await import("../agent/tool-guidance.ts");
  return toolGuidance(session, injects);
}

/** A program names its tools. A signal may be a getter, as an AbortController has it, which no spread copies. */
function named(given: CallOptions = {}): CallOptions {
  const { signal } = given;
  return { byName: true, ...given, ...(signal ? { signal } : {}) };
}

/** Children of one run that are looked through. */
const MOST_BELOW = 1_000;

/** Makes them. Nothing is opened before it is used. */
export function toolplaneFaces(options: FacesOptions): ToolplaneFaces {
  const { kernel, host, sessions, warn, subagents } = options;
  const { injects = [], ...ofAgents } = options.ofAgents;
  const nonceOf = createCallNonce(options.secret);
  const servers = new Set<McpFace>();
  const source = (session: Session = sessions.shared()): FaceSource => ({
    kernel,
    session,
    clock: host.clock,
    nonce: (callId) => nonceOf({ sessionId: session.id, callId }),
  });
  const agents = new Set<Agent>();
  const engines = new Set<RunEngine>();
  const openAgent = async (given: AgentOptions): Promise<Agent> => {
    const { createAgent } = await import("../agent/create-agent.ts");
    const keeping = await options.runs.forAgents();
    const agent = await createAgent({ ...ground, keeping }, { ...ofAgents, ...given });
    const known: Agent = {
      ...agent,
      close: () => agent.close().finally(() => agents.delete(known)),
    };
    agents.add(known);
    return known;
  };
  const told = async (session: Session, instructions = ""): Promise<string> => {
    const { systemPrompt } = await import("../agent/system-prompt.ts");
    const { analyzer } = host.forSession?.(session.id) ?? host;
    const types = await subagents.types();
    return systemPrompt({
      session,
      analyzer,
      instructions,
      skills: options.skills,
      subagents: types,
      guidance: await guidanceOf(session, injects),
    });
  };
  let toldOfViews = false;
  const withoutView = (reason: string): void => {
    if (!toldOfViews)
      warn(`Subagents in the background work in the project itself, all at once: ${reason}`);
    toldOfViews = true;
  };
  const openSubagents = async (): Promise<Subagents> => {
    const { createSubagents } = await import("../agent/create-subagents.ts");
    const types = await subagents.types();
    const keeping = await options.runs.forAgents();
    return createSubagents({ ...ground, keeping, types, findSession: sessions.find, withoutView });
  };
  const revive = async (member: FamilyMember): Promise<void> => {
    const keeping = await options.runs.forAgents();
    if (!keeping) return;
    const { reviveBackground } = await import("../agent/revive-background.ts");
    const below = (parentId: string) => keeping.runs.list({ parentId, limit: MOST_BELOW });
    const goOn: Subagents["goOn"] = async (run, above) => (await openSubagents()).goOn(run, above);
    await reviveBackground(member, { below, goOn });
  };
  const ground = {
    revive,
    source,
    openSession: sessions.open,
    systemPrompt: told,
    environment: process.env,
    family: subagents.family,
    views: host.views,
    landed: options.landed,
    prices: options.prices,
  };
  subagents.answerWith(openSubagents);
  return {
    api: {
      ...options.runs.api,
      agent: openAgent,
      async engine(given) {
        const { openRunEngine } = await import("../fleet/open-run-engine.ts");
        const { clock } = host;
        const kept = await options.runs.forEngine();
        const engine = await openRunEngine({ ...kept, clock, agent: openAgent }, given);
        engines.add(engine);
        return engine;
      },
      systemPrompt: ({ session = sessions.shared(), instructions } = {}) =>
        told(session, instructions),
      call: (call, given) => sessions.shared().call(call, named(given)),
      callAll: (calls, given) => sessions.shared().callAll(calls, given),
      explain: (call) => sessions.shared().explain(call, { byName: true }),
      toAiSdk: ({ session } = {}) =>
        aiSdkToolSet(source(session), ({ name, reason }) =>
          warn(`The tool ${name} is not offered: ${reason}.`),
        ),
      toOpenAI: ({ session, ...given } = {}) => createOpenAiFace(source(session), given),
      toOpenAIResponses: ({ session, ...given } = {}) =>
        createOpenAiResponsesFace(source(session), given),
      toAnthropic: ({ session } = {}) => createAnthropicFace(source(session)),
      async toMcp(given = {}) {
        const face = await openMcpFace(
          { kernel, host, openSession: sessions.open },
          { omit: options.omit, ...options.offers, ...given },
        );
        servers.add(face);
        return face;
      },
    },
    async close() {
      await Promise.all([...engines].map((engine) => engine.close()));
      await Promise.all([...agents].map((agent) => agent.close()));
      await Promise.all([...servers].map((face) => face.close()));
    },
  };
}
