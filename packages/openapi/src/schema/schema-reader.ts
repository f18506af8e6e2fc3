/**
 * Reads schemas of a description as JSON Schema for one tool.
 *
 * A description is a graph with cycles, so nothing is written out whole. A component is converted once, however many
 * refer to it; small closed ones are put in place, the others become `#/$defs/NAME`, and a tool carries only the ones
 * that it reaches. Everything is converted for what is sent: properties that are read-only do not exist.
 *
 * `oneOf` is read as `anyOf`: branches of real descriptions overlap, and the API judges its input itself.
 */
import type { NoteBook } from "../document/note-book.ts";
import type { Resolve } from "../document/references.ts";
import {
  flagIn,
  isSpecObject,
  listIn,
  memberOf,
  objectIn,
  type SpecObject,
  textIn,
  textsIn,
} from "../document/spec-value.ts";
import { createDefinitionNames } from "./definition-names.ts";
import { isMemberName } from "./is-member-name.ts";
import { createPatternCheck, type Keywords, keepKeywords, sizeOf } from "./keep-keywords.ts";

/** A schema, about how large it is, and the definitions that it names. */
interface ReadSchema {
  readonly schema: Keywords;
  readonly size: number;
  readonly uses: ReadonlySet<string>;
}

/** The schemas of one operation, which share one bound. */
export interface OperationSchemas {
  /** Never throws: what cannot be read, or is too much, accepts anything. */
  read(schema: unknown): Keywords;
  /** Calls `make` once for this part of the document and shares the outcome. */
  share(part: object, make: () => Keywords): Keywords;
  readonly uses: ReadonlySet<string>;
  readonly size: number;
}

export interface SchemaReader {
  open(): OperationSchemas;
  /** The definition of that name, for a tool that uses it. */
  definition(name: string): ReadSchema;
}

/** A schema or component larger than this is cut: what lies deeper accepts anything. */
const MAX_SIZE = 24_000;
const MAX_DEPTH = 24;
/** Components are read from within one another so far; further ones wait until a tool needs them. */
const MAX_NESTED = 12;
/** A closed component up to this size is put where it is named. */
const MAX_INLINED = 400;
const MAX_MEMBERS = 400;
/** The cost of a keyword beside its value. */
const KEYWORD = 12;

/** The state of reading one schema or component. */
interface Reading {
  readonly uses: Set<string>;
  size: number;
}

export function createSchemaReader(resolve: Resolve, notes: NoteBook): SchemaReader {
  const isPattern = createPatternCheck();
  const names = createDefinitionNames();
  const done = new Map<string, ReadSchema>();
  const running = new Set<string>();
  const shared = new Map<object, ReadSchema>();

  const readWhole = (schema: unknown): ReadSchema => {
    const reading: Reading = { uses: new Set(), size: 0 };
    return { schema: convert(schema, reading, 0), size: reading.size, uses: reading.uses };
  };

  const readComponent = (pointer: string, value: unknown): ReadSchema => {
    const known = done.get(pointer);
    if (known !== undefined) return known;
    running.add(pointer);
    const read = readWhole(value);
    running.delete(pointer);
    done.set(pointer, read);
    return read;
  };

  const convert = (schema: unknown, reading: Reading, depth: number): Keywords => {
    if (schema === true || !isSpecObject(schema)) return {};
    if (depth > MAX_DEPTH || reading.size > MAX_SIZE) return {};
    if (textIn(schema, "$ref") !== null) return convertReference(schema, reading);
    const kept = keepKeywords(schema, isPattern);
    reading.size += sizeOf(kept);
    const inner = (value: unknown) => convert(value, reading, depth + 1);
    convertMembers(schema, kept, { inner, reading, isPattern });
    convertItems(schema, kept, inner);
    convertBranches(schema, kept, inner);
    const nullable = flagIn(schema, "nullable") && kept.type === undefined;
    return nullable && Object.keys(kept).length > 0 ? { anyOf: [kept, { type: "null" }] } : kept;
  };

  const convertReference = (schema: SpecObject, reading: Reading): Keywords => {
    const found = resolve(schema);
    if (!found.ok) {
      notes.add(`A schema is not checked: ${found.reason}.`);
      return {};
    }
    const pointer = found.pointer ?? "#";
    const description = textIn(schema, "description");
    const beside = description === null ? {} : keepKeywords({ description }, isPattern);
    const nested = running.has(pointer) || running.size >= MAX_NESTED;
    const read = nested ? done.get(pointer) : readComponent(pointer, found.value);
    if (read !== undefined && read.uses.size === 0 && read.size <= MAX_INLINED) {
      reading.size += read.size + KEYWORD;
      return description === null ? read.schema : { ...read.schema, ...beside };
    }
    const name = names.of(pointer);
    reading.uses.add(name);
    reading.size += name.length + sizeOf(beside) + KEYWORD;
    return { $ref: `#/$defs/${name}`, ...beside };
  };

  return {
    open: () => openOperation(convert, shared),
    definition(name) {
      const pointer = names.pointerOf(name);
      const found = resolve({ $ref: pointer });
      return readComponent(pointer, found.ok ? found.value : true);
    },
  };
}

type Convert = (schema: unknown, reading: Reading, depth: number) => Keywords;

function openOperation(convert: Convert, shared: Map<object, ReadSchema>): OperationSchemas {
  const whole: Reading = { uses: new Set(), size: 0 };
  let reading = whole;
  const readShared = (make: () => Keywords): ReadSchema => {
    const own: Reading = { uses: new Set(), size: 0 };
    reading = own;
    const schema = make();
    reading = whole;
    return { schema, ...own };
  };
  return {
    read: (schema) => convert(schema, reading, 0),
    share(part, make) {
      if (whole.size > MAX_SIZE) return {};
      const read = shared.get(part) ?? readShared(make);
      shared.set(part, read);
      whole.size += read.size;
      for (const name of read.uses) whole.uses.add(name);
      return read.schema;
    },
    uses: whole.uses,
    get size() {
      return whole.size;
    },
  };
}

interface MemberReading {
  readonly inner: (value: unknown) => Keywords;
  readonly reading: Reading;
  readonly isPattern: (source: string) => boolean;
}

const NO_NAMES: Set<string> = new Set();

function convertMembers(
  schema: SpecObject,
  kept: Keywords,
  { inner, reading, isPattern }: MemberReading,
): void {
  const properties = objectIn(schema, "properties");
  // Most schemas are leaves: what they do not have is not gone through.
  const readOnly = properties === null ? NO_NAMES : new Set<string>();
  if (properties !== null) {
    const members: Keywords = {};
    for (const name of Object.keys(properties).slice(0, MAX_MEMBERS)) {
      if (flagIn(properties[name], "readOnly")) readOnly.add(name);
      else if (isMemberName(name)) {
        reading.size += name.length + KEYWORD;
        members[name] = inner(properties[name]);
      }
    }
    kept.properties = members;
  }
  if (memberOf(schema, "required") !== undefined) {
    const required = textsIn(schema, "required").filter(
      (name) => !readOnly.has(name) && isMemberName(name),
    );
    if (required.length > 0) kept.required = [...new Set(required)].slice(0, MAX_MEMBERS);
  }
  reading.size += sizeOf(kept.required);
  const others = memberOf(schema, "additionalProperties");
  if (others === false) kept.additionalProperties = false;
  else if (isSpecObject(others)) kept.additionalProperties = inner(others);
  const patterned = objectIn(schema, "patternProperties");
  if (patterned === null) return;
  const patterns = Object.entries(patterned)
    .slice(0, MAX_MEMBERS)
    .filter(([source]) => isMemberName(source) && isPattern(source));
  if (patterns.length > 0)
    kept.patternProperties = Object.fromEntries(
      patterns.map(([source, value]) => [source, inner(value)]),
    );
}

function convertItems(schema: SpecObject, kept: Keywords, inner: MemberReading["inner"]): void {
  const items = memberOf(schema, "items");
  if (isSpecObject(items)) kept.items = inner(items);
  const leading = Array.isArray(items) ? items : listIn(schema, "prefixItems");
  if (leading.length > 0) kept.prefixItems = leading.slice(0, MAX_MEMBERS).map(inner);
}

function convertBranches(schema: SpecObject, kept: Keywords, inner: MemberReading["inner"]): void {
  const all = listIn(schema, "allOf");
  const any = listIn(schema, "anyOf");
  const one = listIn(schema, "oneOf");
  const whole = all.length === 0 ? [] : all.slice(0, MAX_MEMBERS).map(inner);
  if (any.length > 0) kept.anyOf = any.slice(0, MAX_MEMBERS).map(inner);
  if (one.length > 0) {
    const branches = one.slice(0, MAX_MEMBERS).map(inner);
    if (kept.anyOf === undefined) kept.anyOf = branches;
    else whole.push({ anyOf: branches });
  }
  if (whole.length > 0) kept.allOf = whole;
  const never = memberOf(schema, "not");
  if (isSpecObject(never) && Object.keys(never).length > 0) kept.not = inner(never);
}
