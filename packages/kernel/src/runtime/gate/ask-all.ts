/** Asks about many things at once: one question for all that need one, and its answer is the same for each. */
import { isToolError, type Resource } from "@toolplane/contract";
import type { Access, GateDecision } from "@toolplane/contract/ports";
import type { CallState } from "../../call/call-state.ts";
import { describeTarget } from "../../resource/describe-target.ts";
import type { Asked } from "../labels/note-access.ts";
import { askPerson } from "./ask-person.ts";

type Refused = Extract<GateDecision, { readonly allowed: false }>;

interface Decided {
  readonly asked: Asked;
  readonly decision: GateDecision;
}

/** The gate that it asks for. */
export interface AskingGate {
  /** All as they are decided now: what is looked at for their paths is looked at once. */
  decideAll(all: readonly Asked[]): readonly Decided[];
  note(asked: Asked, decision: GateDecision): GateDecision;
  resourceOf(access: Access): Resource;
}

/** The first refusal; null when all of them may happen. */
export async function askAll(
  call: CallState,
  accesses: readonly Access[],
  gate: AskingGate,
): Promise<Refused | null> {
  const all = accesses.map((access) => ({ access, subject: describeTarget(access) }));
  const decided = gate.decideAll(all);
  const open = decided.flatMap(({ asked, decision }) =>
    decision.allowed ? [] : [{ asked, decision }],
  );
  const [first] = open;
  const isFinal = open.some(({ decision }) => !decision.askable) || !call.session.questions;
  if (first === undefined || isFinal) return noteAll(gate, decided);
  const resources = open.map(({ asked }) => gate.resourceOf(asked.access));
  const refused = await askAbout(call, resources, first.decision);
  if (refused !== null) return noteAll(gate, [{ asked: first.asked, decision: refused }]);
  call.approved = [...call.approved, ...resources];
  return noteAll(gate, gate.decideAll(all));
}

/** Up to the first refusal that no answer can open. */
function noteAll(gate: AskingGate, decided: readonly Decided[]): Refused | null {
  const closed = decided.find(({ decision }) => !decision.allowed && !decision.askable);
  for (const { asked, decision } of closed === undefined ? decided : [closed]) {
    const noted = gate.note(asked, decision);
    if (!noted.allowed) return noted;
  }
  return null;
}

async function askAbout(
  call: CallState,
  resources: readonly Resource[],
  decision: Refused,
): Promise<Refused | null> {
  const { reason } = decision;
  try {
    const { choice } = await askPerson(call, {
      kind: "permission",
      reasons: [{ judge: "rules", action: "ask", hard: true, reason }],
      footprint: { resources },
      cover: null,
    });
    if (choice === "once" || choice === "session" || choice === "project") return null;
    const rejected = { code: "approval_rejected", reason: "The user rejected it." } as const;
    return { ...decision, ...rejected, askable: false };
  } catch (error) {
    const isCancelled = isToolError(error) && error.code === "cancelled";
    const code = isCancelled ? "cancelled" : "permission_denied";
    return { ...decision, code, askable: false };
  }
}
