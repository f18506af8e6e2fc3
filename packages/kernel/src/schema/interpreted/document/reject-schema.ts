/** Why a schema cannot be used. A plain value: it is caught where the compilation started. */
export interface SchemaRejection {
  readonly rejectedSchema: true;
  readonly message: string;
}

/** Ends the compilation of a schema; `place` is a JSON pointer into it. */
export function rejectSchema(place: string, why: string): never {
  const rejection: SchemaRejection = {
    rejectedSchema: true,
    message: `${place === "" ? "the schema" : `the schema at ${place}`} ${why}`,
  };
  throw rejection;
}

export function isSchemaRejection(error: unknown): error is SchemaRejection {
  return typeof error === "object" && error !== null && "rejectedSchema" in error;
}
