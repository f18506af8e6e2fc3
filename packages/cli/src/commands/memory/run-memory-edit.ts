import { CliError } from "../../command/cli-error.ts";
import type { CommandRun } from "../../command/command.ts";
import { asPerson } from "../../session/as-person.ts";
import { note } from "../../terminal/shown/shown.ts";
import { escapeText } from "../../terminal/text/escape-text.ts";
import { withMemory } from "./with-memory.ts";

const KEY = /^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/;
const MAX_CHARS = 100_000;

/** Labels end here because a person takes the text for their own; a session must not be able to do that for itself. */
export const runMemoryEdit: CommandRun = (context) =>
  withMemory(context, async (memory) => {
    const { arguments: given } = context;
    const [key = ""] = given.words;
    const content = given.text("text");
    if (!KEY.test(key))
      throw new CliError(`${escapeText(key)} is no key: letters, digits, dot, _ and - make one.`);
    if (content === undefined || content.length > MAX_CHARS)
      throw new CliError(`Say what to keep with --text, in at most ${MAX_CHARS} characters.`);
    const known = await memory.read(key);
    const stop = await asPerson(
      context,
      `${known === null ? "Keep" : "Replace"} the note ${key}, as your own words?`,
    );
    if (stop !== null) return stop;
    await memory.write({ key, content, labels: [], sessionId: null, atMs: Date.now() });
    return {
      json: { key, written: content.length },
      shown: [note(`${key} is kept.`, { mark: "allow" })],
    };
  });
