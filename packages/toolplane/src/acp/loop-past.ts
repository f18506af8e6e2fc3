import type { AcpPast } from "@toolplane/acp";
import type { Message } from "@toolplane/agent";

/** A conversation as it is shown again. What the host itself told the model is nobody's words and left out. */
export function loopPast(messages: readonly Message[]): readonly AcpPast[] {
  return messages.flatMap(pastOf);
}

function pastOf(message: Message): AcpPast[] {
  switch (message.role) {
    case "user":
      return message.from === "person" ? [{ role: "person", text: message.text }] : [];
    case "assistant":
      return [{ role: "agent", text: message.text, calls: message.calls }];
    case "tool": {
      const text = message.content
        .flatMap((part) => (part.type === "text" ? [part.text] : []))
        .join("\n");
      return [{ role: "call", callId: message.callId, text, isError: message.isError }];
    }
  }
}
