/** The source that a command line names, before anything of it is looked at. */

import type { Source, SourceServer } from "@toolplane/gateway/sources/list";
import { describeNameFault, describeUrlFault } from "@toolplane/gateway/sources/list";
import { CliError } from "../../command/cli-error.ts";
import type { CommandArguments } from "../../command/command.ts";

/** Throws a CliError for what cannot be meant. */
export function readGivenSource(given: CommandArguments): Source {
  const [name] = given.words;
  refuseOptions(
    given,
    ["except", "auth", "server", "token-url", "origin"],
    "a description and --name",
  );
  if (name === undefined)
    throw new CliError("toolplane add needs a name for the server.", {
      next: ["toolplane add files -- npx -y @modelcontextprotocol/server-filesystem ."],
    });
  const fault = describeNameFault(name);
  if (fault !== null) throw new CliError(`The name ${JSON.stringify(name)} ${fault}.`);
  return {
    name,
    server: serverOf(given),
    enabled: true,
    serialized: given.flag("serialized"),
    tools: given.list("only"),
    trusted: null,
    pins: {},
  };
}

function serverOf(given: CommandArguments): SourceServer {
  const url = given.text("url");
  const [, command, ...args] = given.rest;
  if ((url === undefined) === (command === undefined))
    throw new CliError("toolplane add takes a command after --, or --url.", {
      next: ["toolplane add --help   has examples."],
    });
  if (command !== undefined) {
    refuseOptions(given, ["header", "oauth"], "--url");
    const env = valuesOf(given.list("env"), "env");
    const unconfined = given.flag("unconfined");
    const writes = given.list("writes");
    return {
      kind: "program",
      command,
      args,
      env,
      hosts: given.list("host"),
      unconfined,
      ...(writes.length > 0 ? { writes } : {}),
    };
  }
  refuseOptions(given, ["env", "unconfined", "writes"], "a command");
  const fault = describeUrlFault({ url: url ?? "" });
  if (fault !== null) throw new CliError(`--${fault}.`);
  const headers = valuesOf(given.list("header"), "header");
  return {
    kind: "address",
    url: url ?? "",
    headers,
    oauth: given.flag("oauth"),
    hosts: given.list("host"),
  };
}

function refuseOptions(given: CommandArguments, names: readonly string[], goesWith: string): void {
  const extra = names.find(
    (name) => given.flag(name) || given.list(name).length > 0 || given.text(name) !== undefined,
  );
  if (extra !== undefined) throw new CliError(`--${extra} goes with ${goesWith}.`);
}

/** `NAME` is the variable of that name here. */
export function valuesOf(
  words: readonly string[],
  option: "env" | "header",
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    words.map((word) => {
      const at = word.indexOf("=");
      const name = at < 0 ? word : word.slice(0, at);
      const isName = option === "env" ? /^[A-Za-z_]\w*$/ : /^[A-Za-z0-9-]+$/;
      if (!isName.test(name) || (option === "header" && at < 0))
        throw new CliError(`--${option} ${JSON.stringify(word)} cannot be understood.`, {
          next: [`--${option} NAME=env:OTHER`],
        });
      return [name, at < 0 ? `env:${name}` : word.slice(at + 1)];
    }),
  );
}
