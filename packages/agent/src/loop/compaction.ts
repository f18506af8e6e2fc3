/** Makes a conversation shorter without tearing a call from its answer, and without losing what was asked for. */

import type { Message, UserMessage } from "./message.ts";
import { messageTokens } from "./message-tokens.ts";

/**
 * The first message that stays as it is: the newest ones up to so many tokens stay, and never an answer without its call. 0 where
 * there is nothing to gain.
 */
export function compactionCut(messages: readonly Message[], keepTokens: number): number {
  let kept = 0;
  let cut = messages.length;
  while (cut > 0) {
    const message = messages[cut - 1] as Message;
    kept += messageTokens([message]);
    if (kept > keepTokens && cut < messages.length) break;
    cut -= 1;
  }
  while (cut < messages.length && messages[cut]?.role === "tool") cut += 1;
  // An assistant's calls with only their answers left: they stay together with it.
  if (cut === messages.length) cut = lastAssistant(messages);
  return messages.slice(0, cut).some(isWorthCutting) ? cut : 0;
}

function lastAssistant(messages: readonly Message[]): number {
  return Math.max(
    0,
    messages.findLastIndex(({ role }) => role === "assistant"),
  );
}

function isWorthCutting(message: Message, index: number): boolean {
  return index > 0 || message.role !== "user";
}

/** The conversation after it: the first words of a person as they were, what was said shorter, and the newest messages. */
export function compacted(
  messages: readonly Message[],
  before: number,
  summary: string | null,
): readonly Message[] {
  const gone = messages.slice(0, before);
  const first = gone.find((message) => message.role === "user" && message.from !== "host");
  const said: UserMessage = {
    role: "user",
    from: "host",
    text:
      summary === null
        ? `${gone.length} earlier messages were left out, because the conversation had become too long.`
        : `${SHORTENED}${gone.length} messages:\n\n${summary}`,
  };
  return [...(first ? [first] : []), said, ...messages.slice(before)];
}

const SHORTENED = "What was said and done before, shortened from ";

/** The summary that a message holds; null for every other message. */
export function summaryIn(message: Message): string | null {
  if (message.role !== "user" || message.from !== "host") return null;
  if (!message.text.startsWith(SHORTENED)) return null;
  return message.text.slice(message.text.indexOf("\n\n") + 2);
}
