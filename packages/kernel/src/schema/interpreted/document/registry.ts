import { type Dialect, readDialect } from "./dialect.ts";
import { measureSchema, type SchemaLimits } from "./measure-schema.ts";
import { metaschema } from "./metaschemas.ts";
import { fragmentOf, resolveUri, withoutFragment } from "./resolve-uri.ts";
import {
  createSchemaResource,
  isSchemaObject,
  type Place,
  type SchemaObject,
  type SchemaResource,
} from "./schema-resource.ts";
import { own, subschemas } from "./subschemas.ts";

// Which schema a reference means. Everything is found in the document itself, in the schemas that
// the caller registered, and in the standard metaschemas; there is no way out to a file or a host.
// Documents are walked for identifiers only when they hold one, and registered schemas only when
// something refers to them.

export interface Registry {
  readonly root: SchemaResource;
  /** The schema a reference points to, with how it was found; `undefined` if there is none. */
  resolve(reference: string, from: SchemaResource): Resolved | undefined;
  /** The resource that a subschema starts, or the one around it. */
  resourceOf(schema: SchemaObject, around: SchemaResource): SchemaResource;
}

interface Resolved extends Place {
  /** Set when the reference ends in a plain name that is also a `$dynamicAnchor`. */
  readonly dynamicAnchor?: string;
}

export interface RegistryOptions {
  readonly document: SchemaObject | boolean;
  readonly remotes: Readonly<Record<string, unknown>>;
  readonly dialect: Dialect;
  readonly limits: SchemaLimits;
}

interface Tables {
  readonly resources: Map<string, SchemaResource>;
  /** Schema objects that start a resource of their own. */
  readonly starts: Map<SchemaObject, SchemaResource>;
  readonly options: RegistryOptions;
}

export function createRegistry(options: RegistryOptions): Registry {
  const tables: Tables = { resources: new Map(), starts: new Map(), options };
  const root = addDocument(options.document, "", tables);
  return {
    root,
    resolve: (reference, from) => resolve(reference, from, tables),
    resourceOf: (schema, around) => tables.starts.get(schema) ?? around,
  };
}

function addDocument(
  document: SchemaObject | boolean,
  uri: string,
  tables: Tables,
): SchemaResource {
  const { limits, dialect } = tables.options;
  const { hasIdentifiers } = measureSchema(document, limits);
  const lookUp = (name: string): unknown => findRemote(name, tables);
  if (typeof document === "boolean") {
    return register(createSchemaResource(uri, document, dialect), uri, tables);
  }
  const dialectHere = readDialect(own(document, "$schema"), dialect, lookUp);
  const id = identifier(document, dialectHere);
  const resource = createSchemaResource(
    id === undefined ? uri : resolveUri(uri, id),
    document,
    dialectHere,
  );
  register(resource, uri, tables);
  if (hasIdentifiers) {
    tables.starts.set(document, resource);
    index(document, resource, tables);
  }
  return resource;
}

function register(resource: SchemaResource, alias: string, tables: Tables): SchemaResource {
  tables.resources.set(alias, resource);
  tables.resources.set(resource.uri, resource);
  return resource;
}

/** `$id` where it names a resource: not beside `$ref` and not a bare fragment in draft-07. */
function identifier(schema: SchemaObject, dialect: Dialect): string | undefined {
  const id = own(schema, "$id");
  if (typeof id !== "string" || withoutFragment(id) === "") {
    return undefined;
  }
  return dialect.draft === "draft-07" && Object.hasOwn(schema, "$ref") ? undefined : id;
}

function index(schema: SchemaObject, resource: SchemaResource, tables: Tables): void {
  addAnchors(schema, resource);
  for (const sub of subschemas(schema)) {
    index(sub, startOf(sub, resource, tables), tables);
  }
}

function startOf(schema: SchemaObject, around: SchemaResource, tables: Tables): SchemaResource {
  const lookUp = (name: string): unknown => findRemote(name, tables);
  const declared = Object.hasOwn(schema, "$id")
    ? readDialect(own(schema, "$schema"), around.dialect, lookUp)
    : around.dialect;
  const id = identifier(schema, declared);
  if (id === undefined) {
    return around;
  }
  const resource = createSchemaResource(resolveUri(around.uri, id), schema, declared);
  tables.resources.set(resource.uri, resource);
  tables.starts.set(schema, resource);
  return resource;
}

function addAnchors(schema: SchemaObject, resource: SchemaResource): void {
  const { draft } = resource.dialect;
  if (draft === "draft-07") {
    const id = own(schema, "$id");
    const name = typeof id === "string" ? fragmentOf(id) : "";
    if (name !== "" && !name.startsWith("/") && !Object.hasOwn(schema, "$ref")) {
      resource.anchors.set(name, schema);
    }
    return;
  }
  const anchor = own(schema, "$anchor");
  if (typeof anchor === "string") {
    resource.anchors.set(anchor, schema);
  }
  const dynamic = own(schema, "$dynamicAnchor");
  if (typeof dynamic === "string" && draft === "2020-12") {
    resource.anchors.set(dynamic, schema);
    resource.dynamicAnchors.set(dynamic, schema);
  }
}

function findRemote(uri: string, tables: Tables): unknown {
  const { remotes } = tables.options;
  if (Object.hasOwn(remotes, uri)) {
    return remotes[uri];
  }
  return Object.hasOwn(remotes, `${uri}#`) ? remotes[`${uri}#`] : metaschema(uri);
}

function resolve(reference: string, from: SchemaResource, tables: Tables): Resolved | undefined {
  const resource = reference.startsWith("#")
    ? from
    : findResource(resolveUri(from.uri, reference), tables);
  if (resource === undefined) {
    return undefined;
  }
  const fragment = fragmentOf(reference);
  if (fragment === "") {
    return { schema: resource.root, resource };
  }
  if (fragment.startsWith("/")) {
    return followPointer(fragment, resource, tables);
  }
  const schema = resource.anchors.get(fragment);
  if (schema === undefined) {
    return undefined;
  }
  return resource.dynamicAnchors.has(fragment)
    ? { schema, resource, dynamicAnchor: fragment }
    : { schema, resource };
}

function findResource(uri: string, tables: Tables): SchemaResource | undefined {
  const known = tables.resources.get(uri);
  if (known !== undefined) {
    return known;
  }
  const remote = findRemote(uri, tables);
  return typeof remote === "boolean" || isSchemaObject(remote)
    ? addDocument(remote, uri, tables)
    : undefined;
}

function followPointer(
  pointer: string,
  start: SchemaResource,
  tables: Tables,
): Resolved | undefined {
  let resource = start;
  let at: unknown = start.root;
  for (const part of pointer.slice(1).split("/")) {
    const name = part.replaceAll("~1", "/").replaceAll("~0", "~");
    if (typeof at !== "object" || at === null || !Object.hasOwn(at, name)) {
      return undefined;
    }
    at = (at as Record<string, unknown>)[name];
    resource = isSchemaObject(at) ? (tables.starts.get(at) ?? resource) : resource;
  }
  return typeof at === "boolean" || isSchemaObject(at) ? { schema: at, resource } : undefined;
}
