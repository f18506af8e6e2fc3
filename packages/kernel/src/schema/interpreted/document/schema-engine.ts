/** A JSON Schema as it came off the wire. */
export type SchemaDocument = boolean | Readonly<Record<string, unknown>>;

/** The draft that a schema without `$schema` is read as. */
export type SchemaDialect = "2020-12" | "draft-07";

/** One thing that is wrong with a value. Texts name schema facts, never the value itself. */
export interface SchemaFault {
  /** JSON pointer to the argument; for a missing or an unknown property, to that property. */
  readonly path: string;
  readonly keyword: string;
  readonly message: string;
  /** With an unknown property: the names that the schema knows there. */
  readonly known?: readonly string[];
  /** With `anyOf` and `oneOf`: what each branch said, in schema order. */
  readonly branches?: readonly (readonly SchemaFault[])[];
}

export interface CompiledSchema {
  /** `null` when the value is valid. The value must be plain JSON. Never throws, always ends. */
  validate(value: unknown): readonly SchemaFault[] | null;
}

export interface CompileOptions {
  /** Schemas by absolute URI that `$ref` may reach; nothing else outside the document is. */
  readonly remotes?: Readonly<Record<string, unknown>>;
  readonly dialect?: SchemaDialect;
  /** Says whether `format` refuses values ("assert", the default) or only annotates. */
  readonly formats?: "assert" | "annotate";
}

export type CompileResult =
  | { readonly ok: true; readonly schema: CompiledSchema }
  | { readonly ok: false; readonly message: string };

export interface SchemaEngine {
  /** Never throws: a schema that cannot be used is an answer. */
  compile(schema: SchemaDocument, options?: CompileOptions): CompileResult;
}

/** At most this many faults are reported for one value. */
export const MAX_FAULTS = 32;
