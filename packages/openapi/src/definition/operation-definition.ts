/**
 * One operation as plain data: its description for a model and exactly what is sent. It can be kept, compared, shown as
 * a difference, and made a tool of again without the description. No credential is in it, only where one goes.
 */
import type { JsonSchema } from "@toolplane/contract";
import type { CredentialKind } from "../auth/applied-credential.ts";
import type { ListedOperation } from "../operation/list-operations.ts";
import type { ReadOperation } from "../operation/read-operation.ts";
import type {
  BodyPlan,
  OperationPlan,
  ParameterPlace,
  ParameterPlan,
  PartPlan,
} from "../plan/operation-plan.ts";
import { tellOperation } from "../tool/tell-operation.ts";

export interface OperationDefinition {
  /** The name of its tool, without the source's prefix. */
  readonly name: string;
  /** `GET /pets/{id}`. */
  readonly operation: string;
  readonly label: string;
  readonly description: string;
  readonly parameters: JsonSchema;
  readonly request: DefinedRequest;
}

interface DefinedRequest extends Omit<OperationPlan, "body" | "credentials"> {
  readonly body: DefinedBody | null;
  readonly credentials: readonly DefinedCredential[];
}

/** Where a credential goes, and what it is used as. */
export interface DefinedCredential {
  readonly kind: CredentialKind;
  readonly place: Exclude<ParameterPlace, "path">;
  readonly name: string;
  readonly tokenUrl?: string;
}

interface DefinedBody extends Omit<BodyPlan, "parts" | "values"> {
  readonly parts: Readonly<Record<string, PartPlan>>;
  readonly values: readonly string[];
}

export function defineOperation(
  name: string,
  listed: ListedOperation,
  { plan, parameters }: ReadOperation,
): OperationDefinition {
  const { body, credentials, ...request } = plan;
  return {
    name,
    operation: listed.title,
    ...tellOperation(listed),
    parameters,
    request: {
      ...request,
      parameters: request.parameters.map((one: ParameterPlan) => ({ ...one })),
      body: body && {
        ...body,
        parts: Object.fromEntries(body.parts),
        values: [...body.values],
      },
      credentials: credentials.map(({ kind, place, name: at, source: { tokenUrl } }) => ({
        kind,
        place,
        name: at,
        ...(tokenUrl === null ? {} : { tokenUrl }),
      })),
    },
  };
}
