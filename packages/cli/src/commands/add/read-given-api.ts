/** The web API that a command line names, before its description is looked at. */
import { resolve } from "node:path";
import type { Source, SourceApi, SourceEntry } from "@toolplane/gateway/sources/list";
import { describeApiFault, describeNameFault } from "@toolplane/gateway/sources/list";
import { isAddress } from "@toolplane/gateway/sources/openapi";
import { CliError } from "../../command/cli-error.ts";
import type { CommandArguments } from "../../command/command.ts";
import { valuesOf } from "./read-given-source.ts";

/** Options that say how a server is started or spoken with. */
const SERVER_OPTIONS = ["url", "env", "host", "oauth", "unconfined", "serialized", "writes"];

/** True where the words mean a description: it is named as one, or a name goes with it. */
export function isApiGiven(given: CommandArguments): boolean {
  const [word = ""] = given.words;
  return given.text("name") !== undefined || isAddress(word) || /\.(?:json|ya?ml)$/i.test(word);
}

/** Throws a CliError for what cannot be meant. */
export function readGivenApi(given: CommandArguments, directory: string): Source {
  const [description, extra] = [...given.words, ...given.rest];
  const name = given.text("name");
  if (description === undefined || name === undefined)
    throw new CliError("An API needs its description and a name.", {
      next: [`toolplane add ${description ?? "api.yaml"} --name NAME`],
    });
  if (extra !== undefined)
    throw new CliError(`A description takes no command; there is ${JSON.stringify(extra)}.`);
  const wrong = SERVER_OPTIONS.find(
    (one) => given.flag(one) || given.list(one).length > 0 || given.text(one) !== undefined,
  );
  if (wrong !== undefined) throw new CliError(`--${wrong} goes with an MCP server.`);
  const fault = describeNameFault(name);
  if (fault !== null) throw new CliError(`The name ${JSON.stringify(name)} ${fault}.`);
  const server = apiOf(
    given,
    isAddress(description) ? description : resolve(directory, description),
  );
  const entry: SourceEntry = {
    openapi: server.description,
    only: server.only,
    except: server.except,
    ...(server.server === undefined ? {} : { server: server.server }),
    ...(server.tokenUrl === undefined ? {} : { tokenUrl: server.tokenUrl }),
    ...(server.origins === null ? {} : { origins: server.origins }),
  };
  const apiFault = describeApiFault(name, entry);
  if (apiFault !== null) throw new CliError(`${apiFault}.`);
  return {
    name,
    server,
    enabled: true,
    serialized: false,
    tools: [],
    trusted: null,
    pins: {},
  };
}

function apiOf(given: CommandArguments, description: string): SourceApi {
  const server = given.text("server");
  const auth = given.text("auth");
  const tokenUrl = given.text("token-url");
  const origins = given.list("origin");
  return {
    kind: "openapi",
    description,
    origins: origins.length > 0 ? origins : null,
    only: given.list("only"),
    except: given.list("except"),
    headers: valuesOf(given.list("header"), "header"),
    ...(server === undefined ? {} : { server }),
    ...(auth === undefined ? {} : { auth }),
    ...(tokenUrl === undefined ? {} : { tokenUrl }),
  };
}
