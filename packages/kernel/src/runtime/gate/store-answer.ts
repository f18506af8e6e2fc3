/**
 * Keeps a person's yes. *Once* is a receipt for this very call, and so is a yes that is written down as rules; *always* stores one approval per key with its cover, so
 * that a compound command's parts hit later on their own. A yes that cannot be stored counts as once, and no event says
 * that it was kept.
 */
import type { Approval, ApprovalKey, Json, Question } from "@toolplane/contract";
import type { ApprovalIdentity } from "../../approval/approval-book.ts";
import { keepAnswer } from "../../call/call-state.ts";
import type { CallView } from "../../call/call-view.ts";
import { digestOf } from "../../digest/digest-of.ts";
import type { SessionTool } from "../../session/session-tool.ts";

/** A call that a person said yes to. */
export type AnsweredCall = CallView<{
  reads: "id" | "tool" | "args" | "footprint";
  writes: "answers" | "granted";
  session:
    | "manifest"
    | "host"
    | "ids"
    | "redactor"
    | "projectApprovals"
    | "approvals"
    | "receipts"
    | "usedReceipts";
}>;

/** Writes receipts and approvals for a yes. */
export function storeAnswer(
  call: AnsweredCall,
  question: Question,
  choice: "once" | "session" | "project" | "rule",
): void {
  const { session, tool, footprint } = call;
  const kept = choice === "project" && !session.projectApprovals ? "session" : choice;
  if (
    kept === "once" ||
    kept === "rule" ||
    !tool ||
    !question.cover ||
    holdsSecret(call, question)
  ) {
    const receipt = session.receipts.once({
      sessionId: session.manifest.sessionId,
      callId: call.id,
      argumentsDigest: digestOf(call.args),
      footprintDigest: digestOf(footprint),
    });
    session.usedReceipts.add(receipt.id);
    const said = kept === "rule" ? { choice: kept, extra: rulesOf(question) } : ONCE;
    keepAnswer(call, { questionId: question.id, receipt, ...said });
    return;
  }
  const by = question.byKey === undefined ? "cover" : "key";
  for (const key of question.cover) {
    const given = approvalOf(call, { tool, key, by, scope: kept });
    const receipt = session.receipts.always(given);
    const approval: Approval = { ...given, receipt };
    session.approvals.add(approval);
    call.granted = [...(call.granted ?? []), approval];
    keepAnswer(call, { questionId: question.id, choice: kept, receipt });
  }
}

const ONCE = { choice: "once" } as const;

/** The rules that were written down, as the record keeps them. */
function rulesOf({ offer }: Question): Json {
  return (offer?.rules ?? []).map(({ permission, pattern, action }) => ({
    permission,
    pattern,
    action,
  }));
}

/** A key that holds a secret would keep it as long as the approval lives; such an answer counts once. */
function holdsSecret({ session }: AnsweredCall, { cover }: Question): boolean {
  return session.redactor.value(cover) !== cover;
}

function approvalOf(
  call: AnsweredCall,
  grant: {
    readonly tool: SessionTool;
    readonly key: ApprovalKey;
    readonly by: ApprovalIdentity;
    readonly scope: "session" | "project";
  },
): Approval {
  const { entry } = grant.tool;
  return {
    id: call.session.ids.next("apr"),
    tool: entry.tool.id,
    origin: entry.origin,
    fingerprint: entry.fingerprint(),
    key: grant.key.key,
    cover: grant.key.cover,
    ...(grant.by === "key" ? { by: grant.by } : {}),
    scope: grant.scope,
    sessionId: call.session.manifest.sessionId,
    grantedAtMs: call.session.host.clock.wallMs(),
  };
}
