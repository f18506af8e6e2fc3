/**
 * Flow: what a session has seen decides what it may do next. Results carry labels, rules ask `after` them, and a call says by its
 * tool where it sends something to. All of it is data; the kernel compares values and asks no model.
 */

/** Written by strangers: the network, servers, files that are not the workspace's own, what a download brought in. */
export const UNTRUSTED = "untrusted";
/** Not for everybody: what rules and the shipped list call so, and results in which a secret was masked. */
export const PRIVATE = "private";

/** Lower-case words: `untrusted`, `private`, or a person's own such as `customer-data`. */
export const LABEL_PATTERN: RegExp = /^[a-z][a-z0-9-]{0,39}$/;

/** One label of a result, and what it came with: a host, a page, a server, a path. */
export interface LabelSource {
  readonly label: string;
  readonly source: string;
}

/** A label that a session has seen: which call brought it, and when. */
export interface SeenLabel extends LabelSource {
  /** The session that saw it: this one, an ancestor or a child. */
  readonly sessionId: string;
  readonly callId: string;
  readonly tool: string;
  readonly atMs: number;
}

/**
 * The direction of a call's data. `read` only returns something; `change` changes what is not held here (a record on
 * a server, another person's data); `send` carries something out.
 */
export const FLOW_EFFECTS = ["read", "change", "send"] as const;
export type FlowEffect = (typeof FLOW_EFFECTS)[number];

/**
 * How the value of a destination is read. `host` and `url` as rules read hosts; `email`; `account` (a number or IBAN, in any
 * spacing); `name` (a person, a channel, a repository); `path` (a file outside); `remote` (of git: a name or an address).
 */
export const DESTINATION_KINDS = [
  "host",
  "url",
  "email",
  "account",
  "name",
  "path",
  "remote",
] as const;
export type DestinationKind = (typeof DESTINATION_KINDS)[number];

/** A tool's statement about its calls, for rules with `after`. A server's statement can only tighten. */
export interface ToolFlow {
  readonly effect?: FlowEffect;
  /** Parameters that name where it goes to: `to`, or `guests[].email` for a member of each entry. */
  readonly destinations?: Readonly<Record<string, DestinationKind>>;
  /** It sends only where one of these parameters is filled, and is a `change` otherwise. Honoured where the tool is trusted. */
  readonly sendsWith?: readonly string[];
  /** It shows which files there are and nothing of what they hold. Honoured where the tool is trusted. */
  readonly shows?: "names";
  /** Labels of everything it returns, beside those that it would have anyway. */
  readonly labels?: readonly string[];
}

/** One place that a call would send something to. */
export interface Destination {
  readonly kind: DestinationKind;
  /** As the call says it, for people. */
  readonly text: string;
  /** The form that is compared: read, folded, resolved. Null where it cannot be known, which counts as unnamed. */
  readonly value: string | null;
  /** The parameter or the kind of resource it was read from. */
  readonly from: string;
  /** It only says which thing is meant, by an id or a name: nothing is received there. */
  readonly which?: true;
}

/** The deed of a change, in the words of its tool's name. */
export interface CallDeed {
  /** The verb and those that people use for it. */
  readonly verbs: readonly string[];
  readonly things: readonly string[];
  /** Amounts among its arguments: without them the deed is another one. */
  readonly amounts: readonly string[];
}

/** The data that a call carries out, worked out from its footprint and its arguments. */
export interface CallFlow {
  readonly effect: FlowEffect;
  readonly destinations: readonly Destination[];
  /** Of a trusted tool that changes something: a person may have asked for it by what it does. */
  readonly deed?: CallDeed;
}

/** An act of a person on the flow of a session; each is kept in its record. */
export type FlowNote =
  | { readonly kind: "said"; readonly text: string; readonly names: readonly BoundName[] }
  | {
      readonly kind: "named";
      readonly destination: Destination;
      /** The meaning of a remote's name then. */
      readonly meant?: readonly string[];
      readonly callId: string;
    }
  | { readonly kind: "endorsed"; readonly source: string }
  /** It was started from within another session, which had seen these. */
  | { readonly kind: "inherited"; readonly seen: readonly SeenLabel[] }
  | { readonly kind: "cleared" };

/**
 * Binds a name to its meaning when the person said it: a git remote's addresses. One that means something else later is unnamed.
 */
export interface BoundName {
  readonly name: string;
  readonly meant: readonly string[];
}

/** The labels that a session has seen, and the destinations that a person named in it. */
export interface FlowFacts {
  readonly seen: readonly SeenLabel[];
  readonly notes: readonly FlowNote[];
}

/** Says what is wrong with a tool's flow, or null. */
export function describeFlowFault(flow: unknown): string | null {
  if (flow === undefined || flow === null) return null;
  if (!isObject(flow)) return "flow must be an object";
  const { effect, destinations, sendsWith, shows, labels, ...others } = flow;
  const [unknown] = Object.keys(others);
  if (unknown !== undefined) return `flow.${unknown} means nothing`;
  if (effect !== undefined && !(FLOW_EFFECTS as readonly unknown[]).includes(effect))
    return `flow.effect must be one of ${FLOW_EFFECTS.join(", ")}`;
  if (destinations !== undefined && !isDestinations(destinations))
    return `flow.destinations must give each parameter one of ${DESTINATION_KINDS.join(", ")}`;
  if (sendsWith !== undefined && !isTexts(sendsWith))
    return "flow.sendsWith must be a list of text";
  if (shows !== undefined && shows !== "names") return 'flow.shows can only be "names"';
  if (labels !== undefined && !(isTexts(labels) && labels.every((one) => LABEL_PATTERN.test(one))))
    return "flow.labels must be a list of lower-case words";
  return null;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((one) => typeof one === "string");
}

function isDestinations(value: unknown): boolean {
  const kinds: readonly unknown[] = DESTINATION_KINDS;
  return isObject(value) && Object.values(value).every((kind) => kinds.includes(kind));
}
