/**
 * Prepares what a person types for the model: adds the text of a command of theirs, and the pictures that it names. A picture on
 * the disk is read by the session's own `read`, so that a file which is denied stays denied. Where one cannot be shown, nothing is
 * sent and the words come back.
 */
import { statSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Picture } from "@toolplane/agent";
import type { ToolResult } from "@toolplane/contract";
import { personMessage } from "@toolplane/kernel";
import type { Worker } from "@toolplane/library/rooms/agent";
import { CliError } from "../command/cli-error.ts";
import type { ChatGround } from "./chat-ground.ts";
import { promptText } from "./chat-prompts.ts";
import { heldPictures, picturePaths } from "./state/brings-more.ts";
import { type ChatEvent, OWN_CALL } from "./state/chat-state.ts";

/** With the bound of each this is what a provider takes in one request. */
const MOST_PICTURES = 4;

type WordsGround = Pick<
  ChatGround,
  "agent" | "clock" | "context" | "face" | "pictures" | "prompts" | "settings"
>;

/** The chat's agent, as the words of a person reach it. */
export function hearingAgent(ground: WordsGround, hear: (event: ChatEvent) => void): Worker {
  const { agent, face } = ground;
  return {
    ...agent,
    async run(text, options = {}) {
      const words = await toldWords(text, ground, options.signal).catch((error) => {
        hear({ type: "taken-back", text });
        throw error;
      });
      const outcome = await agent.run(text, { ...options, ...words });
      if (outcome.status !== "failed" || words.pictures.length === 0) return outcome;
      // Providers say it in many ways, or only that the request was bad.
      const message = `${outcome.message}\nA picture went with these words. If ${face.model} takes none: /model goes on with another, /new begins without it.`;
      return { ...outcome, message };
    },
  };
}

async function toldWords(
  text: string,
  ground: WordsGround,
  signal: AbortSignal | undefined,
): Promise<{ readonly context?: string; readonly pictures: readonly Picture[] }> {
  const context = promptText(text, ground.prompts);
  const paths = picturePaths(`${text}\n${context ?? ""}`)
    .map((path) => (path.startsWith("~/") ? join(ground.settings.home, path.slice(2)) : path))
    .filter((path) => isFile(path, ground));
  const held = heldPictures(text).flatMap((name) => ground.pictures.get(name) ?? []);
  if (paths.length + held.length > MOST_PICTURES)
    throw new CliError(`At most ${MOST_PICTURES} pictures go with one prompt.`);
  // The person has named what they typed; what the text of a command names was written by others.
  if (paths.length > 0) ground.agent.session.said(text);
  const read: Picture[] = [];
  for (const [at, path] of paths.entries())
    read.push(...(await readPicture(path, at, ground, signal)));
  return { ...(context === null ? {} : { context }), pictures: [...held, ...read] };
}

async function readPicture(
  path: string,
  at: number,
  { agent, clock }: WordsGround,
  signal: AbortSignal | undefined,
): Promise<readonly Picture[]> {
  const id = `${OWN_CALL}${clock.wallMs()}_${Math.floor(clock.nowMs())}_${at}`;
  const call = { id, name: "read", arguments: { path } };
  const result = await agent.session.call(call, signal ? { signal } : {});
  if (result.type === "error") throw new CliError(refusalText(path, result));
  return (result.content ?? []).filter((part) => part.type === "image");
}

function refusalText(path: string, result: Extract<ToolResult, { type: "error" }>): string {
  const why = personMessage(result) || result.error_text;
  return `${path} cannot be shown to the model, so nothing was sent. ${why}`;
}

/** A path to a picture that is still to be made is words and no more. */
function isFile(path: string, { settings, context }: WordsGround): boolean {
  const whole = resolve(settings.workspace ?? context.directory, path);
  try {
    return statSync(whole).isFile();
  } catch {
    return false;
  }
}
