/**
 * Carries values between a tool's worker and its host: lines of JSON, bounded, in which bytes and errors have forms of their own.
 * Both ends read with it, and neither believes the other: what is decoded is plain data, with no name that an object would take
 * for its prototype.
 */

/** A longer line ends the worker that wrote it. */
const MAX_LINE_BYTES: number = 16 * 1_024 * 1_024;
const MAX_DEPTH = 200;
const BYTES = "$bytes";
const PLAIN = "$plain";

export interface WireError {
  readonly code: string;
  readonly message: string;
  readonly detail?: unknown;
}

export type ToWorker =
  | { readonly do: "describe"; readonly id: number }
  | {
      readonly do: "execute";
      readonly id: number;
      readonly tool: string;
      readonly args: unknown;
      readonly given: GivenRuntime;
    }
  | {
      readonly do: "life";
      readonly id: number;
      readonly tool: string;
      readonly step: string;
      readonly config: unknown;
    }
  | { readonly do: "key"; readonly id: number; readonly tool: string; readonly args: unknown }
  | {
      readonly do: "migrate";
      readonly id: number;
      readonly tool: string;
      readonly value: unknown;
      readonly from: number;
    }
  | { readonly do: "cancel"; readonly id: number }
  /** The answer to what it asked for. */
  | {
      readonly do: "answer";
      readonly id: number;
      readonly value?: unknown;
      readonly error?: WireError;
      readonly processes?: unknown;
    }
  | { readonly do: "output"; readonly id: number; readonly text: string };

export type FromWorker =
  | {
      readonly say: "done";
      readonly id: number;
      readonly value?: unknown;
      readonly error?: WireError;
    }
  | {
      readonly say: "ask";
      readonly id: number;
      readonly call: number;
      readonly door: string;
      readonly args: readonly unknown[];
    }
  | { readonly say: "note"; readonly call: number; readonly door: string; readonly value: unknown };

/** Of a runtime, what can be known when a call begins. */
export interface GivenRuntime {
  readonly call: unknown;
  readonly config: unknown;
  /** `fs.read`, `net.fetch`, …: what may be asked for. */
  readonly doors: readonly string[];
  /** Values of declared variables; a refusal where a rule closes one. */
  readonly env: Readonly<Record<string, { readonly value?: string; readonly error?: WireError }>>;
  readonly processes: unknown;
  readonly todo: unknown;
  readonly skills: unknown;
}

/** One line for a value; throws a TypeError for what has no such form. */
export function encodeLine(value: unknown): string {
  const line = `${JSON.stringify(toWire(value, 0))}\n`;
  if (line.length > MAX_LINE_BYTES) throw new RangeError("It is too large to be handed over");
  return line;
}

function toWire(value: unknown, depth: number): unknown {
  if (depth > MAX_DEPTH) throw new TypeError("It is nested too deeply to be handed over");
  if (typeof value === "bigint" || typeof value === "symbol" || typeof value === "function")
    throw new TypeError(`A ${typeof value} cannot be handed over`);
  if (value instanceof Uint8Array) return { [BYTES]: Buffer.from(value).toString("base64") };
  if (Array.isArray(value)) return value.map((item) => toWire(item, depth + 1));
  if (typeof value !== "object" || value === null) return value;
  const plain: Record<string, unknown> = {};
  for (const [name, member] of Object.entries(value))
    if (member !== undefined) plain[name] = toWire(member, depth + 1);
  return BYTES in plain || PLAIN in plain ? { [PLAIN]: plain } : plain;
}

/** The value of a line; throws on what is none. */
export function decodeLine(line: string): unknown {
  return fromWire(JSON.parse(line), 0);
}

function fromWire(value: unknown, depth: number): unknown {
  if (depth > MAX_DEPTH) throw new TypeError("It is nested too deeply");
  if (Array.isArray(value)) return value.map((item) => fromWire(item, depth + 1));
  if (typeof value !== "object" || value === null) return value;
  const members = value as Record<string, unknown>;
  const bytes = members[BYTES];
  if (typeof bytes === "string") return new Uint8Array(Buffer.from(bytes, "base64"));
  const inner = Object.hasOwn(members, PLAIN) ? members[PLAIN] : members;
  const plain: Record<string, unknown> = {};
  for (const [name, member] of Object.entries((inner ?? {}) as object))
    if (name !== "__proto__") plain[name] = fromWire(member, depth + 1);
  return plain;
}

/**
 * Puts pieces together to lines; throws once a line is too long. Both ends read with it. The worker may load no package, and a line
 * that is too long ends the conversation here: so this is not the line reader of readings, which skips such a line.
 */
export function createWireReader(): (piece: Uint8Array) => readonly string[] {
  let held: Buffer[] = [];
  let heldBytes = 0;
  return (piece) => {
    const lines: string[] = [];
    let rest = Buffer.from(piece);
    for (let end = rest.indexOf(10); end >= 0; end = rest.indexOf(10)) {
      lines.push(Buffer.concat([...held, rest.subarray(0, end)]).toString("utf8"));
      held = [];
      heldBytes = 0;
      rest = rest.subarray(end + 1);
    }
    heldBytes += rest.length;
    if (heldBytes > MAX_LINE_BYTES)
      throw new RangeError(`A line is longer than ${MAX_LINE_BYTES} bytes`);
    if (rest.length > 0) held.push(rest);
    return lines;
  };
}
