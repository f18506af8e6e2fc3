/** The arguments of a call from wherever they were given: the command line, a file, or standard input. */

import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import type { JsonObject, Tool } from "@toolplane/contract";
import { errorCode } from "@toolplane/readings";
import { CliError } from "../command/cli-error.ts";
import type { CommandContext } from "../command/command.ts";
import { badArguments } from "./bad-arguments.ts";
import { readParameters } from "./parameter.ts";
import { type ReadArguments, readCallArguments, readJsonArguments } from "./read-call-arguments.ts";

/** More than any tool takes; keeps a wrong pipe from filling the memory. */
const MAX_CHARS = 20_000_000;

/** Reads and checks them. Throws a CliError for what the tool cannot take. */
export async function readValues(context: CommandContext, tool: Tool): Promise<JsonObject> {
  const read = await readFrom(context, tool);
  const fault = badArguments(tool, read);
  if (fault) throw fault;
  return read.values;
}

async function readFrom(context: CommandContext, tool: Tool): Promise<ReadArguments> {
  const { rest } = context.arguments;
  const file = context.arguments.text("args-file") ?? (rest[0] === "-" ? "-" : undefined);
  if (file !== undefined) {
    if (rest.some((word) => word !== "-"))
      throw new CliError("Arguments come from a file or from the command line, not from both.");
    return readJsonArguments(await readText(file, context));
  }
  const [first = "", ...more] = rest;
  if (/^\s*\{/.test(first)) {
    if (more.length > 0)
      throw new CliError("Arguments are one JSON object, or words and options, not both.");
    return readJsonArguments(first);
  }
  return readCallArguments(rest, readParameters(tool.parameters));
}

async function readText(file: string, { terminal, directory }: CommandContext): Promise<string> {
  if (file !== "-") {
    try {
      return await readFile(resolve(directory, file), "utf8");
    } catch (error) {
      const code = errorCode(error) ?? "unknown";
      throw new CliError(`The arguments cannot be read from ${file}: ${code}.`);
    }
  }
  if (terminal.input.isTTY) throw new CliError("Standard input is a terminal: pipe the JSON in.");
  let text = "";
  for await (const chunk of terminal.input) {
    text += String(chunk);
    if (text.length > MAX_CHARS) throw new CliError("Standard input holds more than 20 MB.");
  }
  return text;
}
