import { type Question, ToolError } from "@toolplane/contract";
import type { Broker } from "@toolplane/contract/ports";
import { trimEnd } from "@toolplane/readings";
import type { AcpEditor, LaterLine } from "../port/acp-agent.ts";

/**
 * Asks the person at the editor of a session. Without an answer the call is refused, with a text that says it is no
 * person's no.
 */
export function createAcpBroker({ ask }: Pick<AcpEditor, "ask">, later?: LaterLine): Broker {
  return {
    async ask(question, signal) {
      const said = await ask(question, signal, later);
      if (said.choice !== "none") return said;
      throw new ToolError("permission_denied", unasked(question, said.why));
    },
  };
}

function unasked({ kind, reasons }: Question, why: string): string {
  const reason = kind === "permission" && reasons[0] ? `${trimEnd(reasons[0].reason, ".")}. ` : "";
  return `${reason}It has to be asked about, and nobody answered: ${why}. No person rejected it.`;
}
