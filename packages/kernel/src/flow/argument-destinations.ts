/**
 * Reads a call's destinations from its arguments. A tool that declares which of its parameters name them is believed;
 * else the names and formats of its parameters decide. Where none of them receives anything, the call is named by its
 * subject: every argument that identifies a thing, or, where there is none, the thing's title. Where there is not even
 * that, nothing is named.
 *
 * A link in what is sent is a place too: its reader fetches a picture or opens a page, so an address can carry words
 * out and a reader in, although the message goes to a receiver that the person named.
 */
import type {
  Destination,
  DestinationKind,
  Json,
  JsonObject,
  JsonSchema,
} from "@toolplane/contract";
import { CONTENTS, MEASURES, RECEIVERS, RECEIVERS_BY_ID, TITLES } from "./destination-words.ts";
import { findLinks } from "./find-links.ts";
import { readDestination } from "./read-destination.ts";

/** More places than a person could have named one by one; past them the rest counts as unnamed. */
const MAX_DESTINATIONS = 200;
const MAX_DEPTH = 6;

export interface ArgumentSource {
  readonly parameters: JsonSchema;
  readonly destinations: Readonly<Record<string, DestinationKind>> | undefined;
  /** It has a receiver: links in it are places. */
  readonly sends: boolean;
}

export function argumentDestinations(
  { parameters, destinations, sends }: ArgumentSource,
  args: JsonObject,
): readonly Destination[] {
  const leaves = leavesOf(args, parameters);
  const named = namedPlaces(leaves, destinations);
  // Links alone say nothing of where the whole goes to.
  if (named.length === 0 || !sends) return boundDestinations(named);
  return boundDestinations([...named, ...leaves.flatMap(linksOf)]);
}

function linksOf({ role, isFree, text, path }: Leaf): readonly Destination[] {
  if (!isFree || (role !== "none" && role !== "title")) return [];
  return findLinks(text).map((link) => readDestination("url", link, path));
}

function namedPlaces(
  leaves: readonly Leaf[],
  destinations: ArgumentSource["destinations"],
): readonly Destination[] {
  const declared = destinations && leaves.flatMap((leaf) => declaredAs(leaf, destinations));
  if (declared !== undefined && declared.length > 0) return declared;
  const received = leaves.filter(({ role }) => role === "receiver");
  const about = leaves.filter(({ role }) => role === "about");
  const titled = leaves.filter(({ role }) => role === "title");
  const chosen = [received, about, titled].find((found) => found.length > 0) ?? [];
  return chosen.map(({ text, path, kind, isId, role }) => {
    const read = readDestination(kind, role === "receiver" ? text : bareName(text, path), path);
    return isId || role === "title" ? { ...read, text, which: true } : { ...read, text };
  });
}

/** True when an argument could say anything: a text that is none of a few that the schema lists. Numbers and switches say little. */
export function carriesText(args: JsonObject, parameters: JsonSchema): boolean {
  return leavesOf(args, parameters).some(({ isFree }) => isFree);
}

function boundDestinations(found: readonly Destination[]): readonly Destination[] {
  if (found.length <= MAX_DESTINATIONS) return found;
  const more = { kind: "name", text: "and more", value: null, from: "arguments" } as const;
  return [...found.slice(0, MAX_DESTINATIONS), more];
}

function declaredAs(
  { path, text }: Leaf,
  declared: Readonly<Record<string, DestinationKind>>,
): readonly Destination[] {
  const kind = Object.hasOwn(declared, path) ? declared[path] : undefined;
  return kind === undefined ? [] : [readDestination(kind, text, path)];
}

/** A filled argument, or an entry or member of one: `guests[].email`. */
interface Leaf {
  readonly path: string;
  readonly text: string;
  readonly role: Role;
  readonly kind: DestinationKind;
  readonly isId: boolean;
  /** A text of its own: no number, no switch, no choice among a few. */
  readonly isFree: boolean;
}

/**
 * A thing as people call it: the word that its parameter is called by says nothing ("the Lindenhof" is the hotel "Lindenhof Hotel"),
 * and nor does the ending of a file's name.
 */
function bareName(text: string, path: string): string {
  const kinds = lastNameWords(path);
  const isFile = kinds.some((word) => word === "file" || word === "filename");
  const named = isFile ? text.replace(/(?<=[^./])\.[a-z0-9]{1,5}$/i, "") : text;
  const words = named.split(/\s+/);
  const left = words.filter((word) => !kinds.includes(word.toLowerCase()));
  return left.length > 0 && left.length < words.length ? left.join(" ") : named;
}

type Role = "receiver" | "about" | "title" | "none";

function leavesOf(args: JsonObject, parameters: JsonSchema): readonly Leaf[] {
  const leaves: Leaf[] = [];
  const properties = propertiesOf(parameters);
  for (const [name, value] of Object.entries(args))
    collect(value, { path: name, schema: properties[name], leaves, inherited: null, depth: 0 });
  return leaves;
}

interface Place {
  readonly path: string;
  readonly schema: unknown;
  readonly leaves: Leaf[];
  /** The role of the member that holds it: each entry of `participants` is one. */
  readonly inherited: Role | null;
  readonly depth: number;
}

function collect(value: Json | undefined, place: Place): void {
  const { path, schema, leaves, inherited, depth } = place;
  if (leaves.length > 2 * MAX_DESTINATIONS) return;
  const own = roleOf(lastNameWords(path), schema, value);
  // Below what receives everything receives; below what is content nothing does.
  const role = inherited === "receiver" || (inherited === "none" && depth > 0) ? inherited : own;
  if (Array.isArray(value)) {
    const items = memberOf(schema, "items");
    for (const entry of value)
      collect(entry, {
        path: `${path}[]`,
        schema: items,
        leaves,
        inherited: role,
        depth: depth + 1,
      });
  } else if (typeof value === "object" && value !== null) {
    if (depth >= MAX_DEPTH)
      leaves.push({ path, text: "", role: "receiver", kind: "name", isId: false, isFree: true });
    const properties = propertiesOf(schema);
    for (const [name, member] of Object.entries(value))
      collect(member, {
        path: `${path}.${name}`,
        schema: properties[name],
        leaves,
        depth: depth + 1,
        inherited: role === "about" || role === "title" ? null : role,
      });
  } else if (isFilled(value))
    leaves.push({
      path,
      text: String(value),
      role,
      isId: isId(lastNameWords(path)),
      isFree: typeof value === "string" && !isChoice(schema, value),
      kind: destinationKind(lastNameWords(path), schema),
    });
}

function isChoice(schema: unknown, value: string): boolean {
  const choices = memberOf(schema, "enum");
  return memberOf(schema, "const") === value || (Array.isArray(choices) && choices.includes(value));
}

function isFilled(value: Json | undefined): value is string | number | boolean {
  return value !== undefined && value !== null && value !== "";
}

/** The last name of a path, in words: `userEmail` is two. */
function lastNameWords(path: string): readonly string[] {
  const last = path.replace(/(?<!\[\])(?:\[\])+$/, "").replace(/^.*\./, "");
  return last
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== "");
}

function roleOf(words: readonly string[], schema: unknown, value: Json | undefined): Role {
  if (isId(words)) return RECEIVERS_BY_ID.has(words.at(-2) ?? "") ? "receiver" : "about";
  const format = memberOf(schema, "format");
  if (format === "email" || format === "uri" || format === "hostname") return "receiver";
  if (words.some((word) => RECEIVERS.has(word))) return "receiver";
  if (typeof value === "number" || typeof value === "boolean") return "none";
  if (Array.isArray(memberOf(schema, "enum"))) return "none";
  if (format === "date" || format === "time" || format === "date-time") return "none";
  if (words.some((word) => CONTENTS.has(word) || MEASURES.has(word))) return "none";
  return words.some((word) => TITLES.has(word)) ? "title" : "about";
}

function isId(words: readonly string[]): boolean {
  const last = words.at(-1);
  return last === "id" || last === "ids";
}

function destinationKind(words: readonly string[], schema: unknown): DestinationKind {
  const format = memberOf(schema, "format");
  if (format === "uri" || words.some((word) => ["url", "uri", "webhook", "href"].includes(word)))
    return "url";
  return format === "hostname" || words.includes("hostname") ? "host" : "name";
}

function propertiesOf(schema: unknown): Readonly<Record<string, unknown>> {
  const properties = memberOf(schema, "properties");
  return typeof properties === "object" && properties !== null
    ? (properties as Readonly<Record<string, unknown>>)
    : {};
}

function memberOf(schema: unknown, name: string): unknown {
  return typeof schema === "object" && schema !== null && Object.hasOwn(schema, name)
    ? (schema as Readonly<Record<string, unknown>>)[name]
    : undefined;
}
