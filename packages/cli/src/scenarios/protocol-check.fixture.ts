/** Holds every line of a conversation against the protocol's own schema, in both directions. */
import schema from "@agentclientprotocol/sdk/schema/v1/schema.json" with { type: "json" };
import { Ajv2020 } from "ajv/dist/2020.js";

type Side = "client" | "agent";

interface Message {
  readonly jsonrpc?: unknown;
  readonly id?: string | number | null;
  readonly method?: string;
  readonly params?: unknown;
  readonly result?: unknown;
  readonly error?: unknown;
}

export interface ProtocolCheck {
  /** Takes what one side wrote, in pieces of any size. */
  take(side: Side, chunk: string): void;
  /** The faults, each with its line. */
  faults(): readonly string[];
  /** How many messages were held against it. */
  count(): number;
}

const { $defs } = schema as {
  readonly $defs: Readonly<Record<string, { readonly "x-method"?: string }>>;
};

/** One for all conversations: it compiles what it meets, and the protocol's schema takes longer than most of them. */
const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true });
ajv.addSchema(schema as object, "acp");

export function createProtocolCheck(): ProtocolCheck {
  const faults: string[] = [];
  const rest: Record<Side, string> = { client: "", agent: "" };
  const asked: Record<Side, Map<string, string>> = { client: new Map(), agent: new Map() };
  let count = 0;

  function hold(definition: string | undefined, value: unknown, line: string): void {
    if (definition === undefined) {
      faults.push(`is of no method of the protocol: ${line}`);
      return;
    }
    const validate = ajv.getSchema(`acp#/$defs/${definition}`);
    if (!validate) throw new Error(`The schema has no ${definition}.`);
    if (!validate(value)) faults.push(`${ajv.errorsText(validate.errors)}: ${line}`);
  }

  function check(side: Side, line: string): void {
    count += 1;
    const message = JSON.parse(line) as Message;
    if (message.jsonrpc !== "2.0") faults.push(`is no JSON-RPC 2.0: ${line}`);
    const { id, method } = message;
    if (method !== undefined) {
      if (id !== undefined) asked[side].set(JSON.stringify(id), method);
      hold(definitionOf(method, /(?:Request|Notification)$/), message.params, line);
      return;
    }
    const other = side === "client" ? "agent" : "client";
    if (message.error !== undefined) hold("Error", message.error, line);
    else {
      const of = asked[other].get(JSON.stringify(id ?? null));
      hold(of === undefined ? undefined : definitionOf(of, /Response$/), message.result, line);
    }
  }

  return {
    take(side, chunk) {
      const lines = `${rest[side]}${chunk}`.split("\n");
      rest[side] = lines.pop() ?? "";
      for (const line of lines) if (line.trim() !== "") check(side, line);
    },
    faults: () => faults,
    count: () => count,
  };
}

function definitionOf(method: string, ending: RegExp): string | undefined {
  return Object.keys($defs).find(
    (name) => ending.test(name) && $defs[name]?.["x-method"] === method,
  );
}
