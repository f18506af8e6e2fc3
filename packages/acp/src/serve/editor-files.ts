/** The files of an editor, where it offers them: its text of a file, saved or not. Whether a file may be read was judged before. */
import type { AgentContext, ClientCapabilities } from "@agentclientprotocol/sdk";
import type { AcpEditor } from "../port/acp-agent.ts";

export interface EditorFilesOptions {
  readonly client: Pick<AgentContext, "request">;
  readonly capabilities: ClientCapabilities;
  readonly sessionId: string;
  /** False as long as the client has not heard of the session. */
  readonly isKnown: () => boolean;
}

export function editorFiles({
  client,
  capabilities,
  sessionId,
  isKnown,
}: EditorFilesOptions): Pick<AcpEditor, "readText" | "writeText"> {
  const { readTextFile, writeTextFile } = capabilities.fs ?? {};
  const waiting = (signal: AbortSignal) => ({
    cancellationSignal: signal,
    stopWaitingOnCancel: true,
  });
  return {
    ...(readTextFile
      ? {
          async readText(path, signal) {
            if (!isKnown()) return null;
            try {
              const asked = client.request(
                "fs/read_text_file",
                { sessionId, path },
                waiting(signal),
              );
              return (await asked).content;
            } catch {
              // It does not have it: what the disk holds counts.
              return null;
            }
          },
        }
      : {}),
    ...(writeTextFile
      ? {
          async writeText(path, content, signal) {
            await client.request(
              "fs/write_text_file",
              { sessionId, path, content },
              waiting(signal),
            );
          },
        }
      : {}),
  };
}
