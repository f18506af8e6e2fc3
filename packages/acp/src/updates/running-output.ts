/**
 * Sends the output of a running command to the editor. One that shows terminals of ours gets every piece as it comes;
 * any other gets the end of it as text, at most so often.
 */
import type { ToolCallUpdate } from "@agentclientprotocol/sdk";
import type { Clock } from "@toolplane/contract/ports";
import { textContent } from "./result-content.ts";

export interface RunningOutput {
  add(text: string): void;
  /** Nothing is sent after it. */
  end(): void;
}

export interface RunningOutputOptions {
  readonly callId: string;
  readonly isTerminal: boolean;
  readonly clock: Clock;
  readonly send: (update: Omit<ToolCallUpdate, "toolCallId">) => void;
}

const EVERY_MS = 200;
const MAX_CHARACTERS = 8_000;

export function createRunningOutput(options: RunningOutputOptions): RunningOutput {
  const { callId, isTerminal, clock, send } = options;
  let shown = "";
  let disarm: (() => void) | null = null;
  return {
    add(text) {
      if (isTerminal) {
        send({ _meta: { terminal_output: { terminal_id: callId, data: text } } });
        return;
      }
      shown = `${shown}${text}`.slice(-MAX_CHARACTERS);
      disarm ??= clock.setTimer(EVERY_MS, () => {
        disarm = null;
        send({ content: [textContent(shown)] });
      });
    },
    end() {
      disarm?.();
      disarm = null;
    },
  };
}
