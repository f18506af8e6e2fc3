import { basename } from "node:path";
import type { ChatGround } from "./chat-ground.ts";

/** `ledger-api · ask · sandbox full · openai:gpt-5.1`: the line below the one that is typed in. */
export function titleText({
  settings,
  agent,
  sandbox,
  face,
}: Pick<ChatGround, "settings" | "agent" | "sandbox" | "face">): string {
  const place = basename(settings.workspace ?? "no project");
  return [place, agent.session.mode(), `sandbox ${sandbox}`, face.model].join(" · ");
}
