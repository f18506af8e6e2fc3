/**
 * Asks a person about a host while a connection waits. A yes counts once, for the session, or as a rule that is written down: about
 * the host, or about the very request where a rule about requests asked, or a registry's front asks for a package. Lasting answers
 * are offered only where a rule could give them: what labels or places closed is asked about each time.
 */
import {
  type Answer,
  type ApprovalKey,
  isToolError,
  type NetTarget,
  type OfferedRules,
  type Rule,
  type ShownFact,
} from "@toolplane/contract";
import type { LookUp } from "@toolplane/contract/ports";
import { type CallState, keepAnswer } from "../../call/call-state.ts";
import { hostKind, requestPattern } from "../../resource/host-kind.ts";
import { signalOf } from "../../session/running-calls.ts";
import type { SessionTool } from "../../session/session-tool.ts";
import { type Asking, askPerson } from "./ask-person.ts";
import { keepRules } from "./keep-rules.ts";
import { storeAnswer } from "./store-answer.ts";

export interface HostQuestion {
  readonly call: CallState;
  readonly tool: SessionTool;
  readonly access: NetTarget;
  readonly via: "argument" | "operand" | "destination";
  readonly reason: string;
  /** The answer is about this request, and not about its host. */
  readonly narrow: boolean;
  /** True when the host would be open with this rule beside all others. */
  readonly opensBy: (rule: Rule) => boolean;
  /** A look-up that the person may want first. */
  readonly lookUp?: LookUp;
}

/** One that failed may be tried again, so often. */
const MAX_LOOK_UPS = 3;

/** False: no. Rejects as `askPerson` does. */
export async function askAboutHost(question: HostQuestion): Promise<boolean> {
  const { call, access, via, narrow } = question;
  const rule = ruleFor(access, narrow);
  const isLasting = rule !== null && question.opensBy(rule);
  const key: ApprovalKey = {
    key: keyOf(access, narrow),
    cover: [{ ...aboutOf(access, narrow), origin: "direct", via }],
  };
  if (isLasting && isKept(question, key)) return true;
  const offer = isLasting ? offerOf(call, rule) : null;
  const asking: Asking = {
    kind: "egress",
    reasons: [{ judge: "rules", action: "ask", hard: true, reason: question.reason }],
    footprint: { resources: [{ ...access, origin: "direct", via }] },
    cover: isLasting ? [key] : null,
    ...(offer === null ? {} : { offer }),
    keep: (asked, answer) => {
      if (isLasting && (answer.choice === "session" || answer.choice === "project"))
        storeAnswer(call, asked, answer.choice);
      else keepAnswer(call, { questionId: asked.id, choice: answer.choice as "once" });
    },
  };
  const { choice } = await askWithFacts(question, asking);
  if (choice === "rule" && offer !== null) await keepRules(call, offer);
  return isYes(choice) || (choice === "rule" && offer !== null);
}

/** Asks until the answer is none that wants more looked up; a look-up that failed says so and can be tried again. */
async function askWithFacts({ call, lookUp }: HostQuestion, asking: Asking): Promise<Answer> {
  let about = asking;
  for (let left = lookUp ? MAX_LOOK_UPS : 0; lookUp && left > 0; left -= 1) {
    const answer = await askPerson(call, { ...about, lookUp: lookUp.words });
    if (answer.choice !== "look-up") return answer;
    const looked = await lookedUp(lookUp, signalOf(call));
    about = { ...asking, facts: looked.facts };
    if (looked.isDone) break;
  }
  return askPerson(call, about);
}

async function lookedUp(
  lookUp: LookUp,
  signal: AbortSignal,
): Promise<{ readonly facts: readonly ShownFact[]; readonly isDone: boolean }> {
  try {
    return { facts: await lookUp.run(signal), isDone: true };
  } catch (error) {
    const text = isToolError(error) ? error.message : "It failed.";
    return { facts: [{ label: "Looked up", text, warns: true }], isDone: false };
  }
}

function isYes(choice: Answer["choice"]): boolean {
  return choice === "once" || choice === "session" || choice === "project";
}

function aboutOf(access: NetTarget, narrow: boolean): NetTarget {
  const { capability, scheme, host, port } = access;
  return narrow ? access : { capability, scheme, host, port };
}

function keyOf(access: NetTarget, narrow: boolean): string {
  const { method = "", urlPath = "", package: wanted } = access;
  const request = narrow ? ` ${method} ${urlPath} ${wanted?.version ?? ""}`.trimEnd() : "";
  return `${hostKind.key(access)}${request}`;
}

function ruleFor(access: NetTarget, narrow: boolean): Rule | null {
  const pattern = narrow ? requestPattern(access) : hostKind.pattern(access, {});
  return pattern === null ? null : { permission: "net.fetch", pattern, action: "allow" };
}

/** Nothing where nobody would write it down. A rule is read by everybody who reads the file, so it holds no secret. */
function offerOf({ session }: CallState, rule: Rule): OfferedRules | null {
  if (!session.keepRules) return null;
  const offer = { rules: [rule], words: `commands may reach ${rule.pattern}` };
  return session.redactor.value(offer) === offer ? offer : null;
}

function isKept({ call, tool }: HostQuestion, key: ApprovalKey): boolean {
  const { session } = call;
  const { entry } = tool;
  const found = session.approvals.find({
    tool: entry.tool.id,
    origin: entry.origin,
    fingerprint: entry.knownByName ? null : entry.fingerprint(),
    keys: [key],
    by: "cover",
    nowMs: session.host.clock.wallMs(),
  });
  return found !== null;
}
