/** S2's approval callback as a broker. Only a plain `true` is a yes, and it is good for that one call. */
import type { JsonObject } from "@toolplane/contract";
import type { Broker } from "@toolplane/contract/ports";

/** S2's `on_approval_required`, wired by a user interface. */
export type OnApprovalRequired = (
  toolName: string,
  parameters: JsonObject,
) => boolean | Promise<boolean>;

/** Makes the broker. A question of the tool itself is not one that yes or no answers, so it is refused. */
export function createApprovalBroker(onApprovalRequired: OnApprovalRequired): Broker {
  return {
    async ask(question) {
      if (question.kind === "tool") return { choice: "reject" };
      const approved = await onApprovalRequired(question.tool, question.arguments);
      return approved === true ? { choice: "once" } : { choice: "reject" };
    },
  };
}
