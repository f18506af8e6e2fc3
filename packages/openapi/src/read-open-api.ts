/**
 * Reads a description: each operation that can be called, and those that cannot with the reason. How one is called is
 * worked out at its first use, in the order of the description, because names of shared definitions follow it: the
 * order of uses changes nothing.
 */
import { ConfigurationError } from "@toolplane/contract";
import { isPublicHost, stripMarkup } from "@toolplane/readings";
import { createCredentialChoice } from "./auth/choose-credentials.ts";
import { readSecuritySchemes } from "./auth/security-scheme.ts";
import { createNoteBook, type NoteBook } from "./document/note-book.ts";
import { type OpenApiVersion, readDocument } from "./document/read-document.ts";
import { createResolver } from "./document/references.ts";
import { objectIn, plainTextIn, textIn } from "./document/spec-value.ts";
import type { OpenApiOptions, OpenApiSource } from "./open-api-options.ts";
import { createServerChoice } from "./operation/choose-server.ts";
import { createOperationFilter } from "./operation/filter-operations.ts";
import { listOperations, type SkippedOperation } from "./operation/list-operations.ts";
import { prepareOperation } from "./operation/prepare-operation.ts";
import { type OperationInput, readOperation } from "./operation/read-operation.ts";
import { type CallableOperation, takeOperations } from "./operation/take-operations.ts";
import { createToolIds } from "./operation/tool-ids.ts";
import { readSource } from "./read-source.ts";
import { createSchemaReader } from "./schema/schema-reader.ts";

/** Facts of a description beside its operations. */
export interface ApiFacts {
  readonly title: string;
  readonly description: string;
  readonly apiVersion: string;
  readonly version: OpenApiVersion;
  /** The API's own origin, where credentials go; null when the description names no server of its own. */
  readonly origin: string | null;
  /** `host` or `host:port` of every server that a tool reaches. */
  readonly hosts: readonly string[];
  /** Operations that could not become tools. */
  readonly skipped: readonly SkippedOperation[];
  /** How many operations a filter left out. */
  readonly leftOut: number;
  /** How the API lets calls in, as it says itself: `apiKey (header X-Api-Key)`. */
  readonly auth: readonly string[];
  /** Notes for a person: references that were not followed, servers that are not public, credentials that are missing. */
  readonly notes: readonly string[];
}

export interface ReadApi {
  readonly facts: Omit<ApiFacts, "notes">;
  readonly operations: readonly CallableOperation[];
  /** All of them: what is not worked out yet is, for this. */
  readonly notes: () => readonly string[];
}

const MAX_SCHEMA_SIZE = 32_000;
const MAX_OPERATIONS = 50_000;
const MAX_ALL_PARAMETERS = 300_000;

/** Reads a description; rejects with a ConfigurationError when it is none, or the options are wrong. */
export async function readOpenApi(
  source: OpenApiSource,
  options: OpenApiOptions,
): Promise<ReadApi> {
  const { content, location } = await readSource(source, options);
  const document = await readDocument(content);
  const resolve = createResolver(document);
  const notes = createNoteBook();
  const reader = createSchemaReader(resolve, notes);
  const place = options.location ?? location;
  const chooseServer = createServerChoice(document, {
    ...options,
    ...(place === undefined ? {} : { location: place }),
  });
  const home = chooseServer({}, {});
  const chooseCredentials = createCredentialChoice({
    document,
    resolve,
    options,
    notes,
    home: "reason" in home ? null : home.origin,
  });
  const { operations, skipped: unlisted } = listOperations(document, resolve);
  if (operations.length > MAX_OPERATIONS)
    throw new ConfigurationError(
      "OpenAPI description",
      `it has more than ${MAX_OPERATIONS} operations`,
    );
  const isWanted = createOperationFilter(options);
  const idOf = createToolIds({ prefix: toolPrefix(options), reserved: options.reserved ?? [] });
  const { maxSchemaSize = MAX_SCHEMA_SIZE } = options;
  const preparing = {
    document,
    resolve,
    chooseServer,
    chooseCredentials,
    takeParameters: countDown(MAX_ALL_PARAMETERS),
  };
  const reading: OperationInput = {
    document,
    resolve,
    reader,
    maxSchemaSize,
    known: { parameters: new Map(), bodies: new Map(), answerTypes: new Map() },
  };
  const taken = takeOperations(operations, {
    isWanted,
    idOf,
    needsOperationId: options.needsOperationId === true,
    prepare: (listed) => prepareOperation(listed, preparing),
    read: (prepared) => readOperation(prepared, reading),
  });
  // An object is its giver's, who may change it later.
  if (typeof content !== "string") taken.readAll();
  const { hosts, readAll } = taken;
  for (const [host, hostname] of hosts)
    if (!isPublicHost(hostname))
      notes.add(
        `${host} is this machine or a private network: calls ask a person unless a rule names it.`,
      );
  const info = objectIn(document.root, "info");
  return {
    facts: {
      title: stripMarkup(textIn(info, "title") ?? "", 200) || "untitled API",
      description: stripMarkup(textIn(info, "description") ?? "", 1_000),
      apiVersion: stripMarkup(plainTextIn(info, "version") ?? "", 60),
      version: document.version,
      origin: "reason" in home ? null : home.origin,
      hosts: [...hosts.keys()],
      skipped: [...unlisted, ...taken.skipped].map(({ operation, reason }) => ({
        operation: stripMarkup(operation, 200),
        reason: stripMarkup(reason, 300),
      })),
      leftOut: taken.leftOut,
      auth: describeAuth(readSecuritySchemes(document, resolve)),
    },
    operations: taken.operations,
    notes: notesAfter(readAll, notes),
  };
}

/** A function of its own, so that it holds nothing but these: what is read of a description lives long, and the description is large. */
function notesAfter(readAll: () => void, notes: NoteBook): () => readonly string[] {
  return () => {
    readAll();
    return notes.list();
  };
}

/** False for what is more than is left; smaller things may still fit. */
function countDown(all: number): (count: number) => boolean {
  let left = all;
  return (count) => {
    if (count > left) return false;
    left -= count;
    return true;
  };
}

/** The beginning of every tool's id. Throws a ConfigurationError for one that cannot be. */
export function toolPrefix({ prefix, name }: OpenApiOptions): string {
  const wanted = prefix ?? (name === undefined ? "" : `openapi__${name}__`);
  if (wanted !== "" && !/^[A-Za-z0-9_][A-Za-z0-9_-]{0,39}$/.test(wanted))
    throw new ConfigurationError(
      prefix === undefined ? "name" : "prefix",
      "use letters, digits, _ and -, and at most 30 of them",
    );
  return wanted;
}

function describeAuth(schemes: ReturnType<typeof readSecuritySchemes>): readonly string[] {
  return [...schemes.values()].slice(0, 20).map(({ id, kind, place, name }) => {
    const how = kind === "apiKey" ? `apiKey (${place} ${name})` : kind;
    return stripMarkup(`${id}: ${how}`, 120);
  });
}
