/** One operation, as far as it takes to say whether it can be called, and what it reaches. A text says why it cannot be. */
import type { AppliedCredential } from "../auth/applied-credential.ts";
import type { ChooseCredentials, CredentialChoice } from "../auth/choose-credentials.ts";
import type { OpenApiDocument } from "../document/read-document.ts";
import type { Resolve } from "../document/references.ts";
import type { SpecObject } from "../document/spec-value.ts";
import { describeBodyFault } from "./body-fault.ts";
import type { ChooseServer, Server } from "./choose-server.ts";
import type { ListedOperation } from "./list-operations.ts";
import { gatherParameters, MAX_PARAMETERS } from "./read-parameters.ts";
import { describePathFault } from "./read-path.ts";

/** The target of an operation. */
export interface OperationTarget extends Server {
  readonly method: string;
  readonly credentials: readonly AppliedCredential[];
}

export interface PreparedOperation {
  readonly listed: ListedOperation;
  /** Its parameters, as the description has them. */
  readonly given: readonly SpecObject[];
  readonly target: OperationTarget;
  readonly hidden: CredentialChoice["hidden"];
  /** Why its body cannot be sent, else null. */
  readonly unsendable: string | null;
}

export interface PreparingInput {
  readonly document: OpenApiDocument;
  readonly resolve: Resolve;
  readonly chooseServer: ChooseServer;
  readonly chooseCredentials: ChooseCredentials;
  /** Asks for so many parameters of what the whole description may have: operations may share one long list. */
  readonly takeParameters: (count: number) => boolean;
}

export function prepareOperation(
  listed: ListedOperation,
  input: PreparingInput,
): PreparedOperation | string {
  const { document, resolve } = input;
  const { operation, item, method, title } = listed;
  const server = input.chooseServer(item, operation);
  if ("reason" in server) return server.reason;
  const given = gatherParameters([operation, item], resolve);
  if (typeof given === "string") return given;
  if (!input.takeParameters(given.length))
    return "the operations before it have more parameters than a description may have in all";
  const fault = describePathFault(listed.path, MAX_PARAMETERS);
  if (fault !== null) return fault;
  const { origin, host, hostname, path } = server;
  const { applied, hidden } = input.chooseCredentials(operation, { title, origin });
  return {
    listed,
    given,
    hidden,
    target: { origin, host, hostname, path, method, credentials: applied },
    unsendable: describeBodyFault(listed, { document, resolve, given }),
  };
}
