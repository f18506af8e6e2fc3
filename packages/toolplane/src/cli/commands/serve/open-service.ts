/**
 * What the commands that serve MCP clients have in common: settings, state, product and the server over it, opened in this
 * order and closed in reverse. What must not pass silently is said on standard error before the first client is served (that a
 * project is not trusted is said where settings are read).
 */
import type { Broker, ToolplaneEvent } from "@toolplane/contract";
import { createMcpBroker, createMcpServer, type McpFace } from "@toolplane/mcp";
import { openProduct, type Product } from "../../../product/open-product.ts";
import type { Settings } from "../../../settings/declaration/settings.ts";
import { readSettings } from "../../../settings/read-settings.ts";
import { openState, type State } from "../../../state/open-state.ts";
import type { CommandContext } from "../../command/command.ts";
import { escapeText } from "../../terminal/escape-text.ts";
import type { Terminal } from "../../terminal/terminal.ts";

/** An open server without a transport. */
export interface Service {
  readonly settings: Settings;
  readonly product: Product;
  readonly face: McpFace;
  /** Ends every client's session, then everything else. */
  close(): Promise<void>;
}

export interface ServiceOptions {
  /** Who is asked where a client cannot be; undefined: nobody, and the call is refused. */
  readonly fallback: (opened: {
    readonly settings: Settings;
    readonly state: State;
  }) => Broker | undefined;
  readonly onEvent?: (event: ToolplaneEvent) => void;
}

const INSTRUCTIONS = [
  "Every call is checked by the rules of the person whose machine this is, and recorded.",
  "A refusal names the rule that decided and what to try instead; the same call again gets the same answer.",
  "Some calls wait for a person to allow them.",
].join(" ");

export async function openService(
  context: CommandContext,
  { fallback, onEvent }: ServiceOptions,
): Promise<Service> {
  const settings = await readSettings(context);
  const state = await openState(settings.userData);
  try {
    const other = fallback({ settings, state });
    const broker = createMcpBroker(other ? { fallback: other } : {});
    const warn = (text: string): void => warning(context.terminal, text);
    const product = await openProduct({
      settings,
      state,
      broker,
      onWarning: warn,
      ...(onEvent ? { onEvent } : {}),
    });
    const face = createMcpServer({ source: product, broker, instructions: INSTRUCTIONS });
    return { settings, product, face, close: () => closeAll({ face, product, state }) };
  } catch (error) {
    await state.close();
    throw error;
  }
}

function warning(terminal: Terminal, text: string): void {
  terminal.note(`${terminal.err.mark("failed")} ${escapeText(text)}`);
}

async function closeAll({
  face,
  product,
  state,
}: {
  readonly face: McpFace;
  readonly product: Product;
  readonly state: State;
}): Promise<void> {
  try {
    await face.close();
    await product.close();
  } finally {
    await state.close();
  }
}
