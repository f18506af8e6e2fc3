/** One language server that runs: greeted, told of files, asked. */
import { extname } from "node:path";
import { pathToFileURL } from "node:url";
import {
  type CodePlace,
  type LanguageAnswer,
  type LanguageQuestion,
  ToolError,
} from "@toolplane/contract";
import type { Channel, Clock } from "@toolplane/contract/ports";
import { connectServer, type ServerTalk } from "./connect-server.ts";
import { languageId } from "./language-id.ts";
import { createPushed, type Pushed } from "./pushed-diagnostics.ts";
import {
  readDiagnostics,
  readEdits,
  readHover,
  readLocations,
  readSymbols,
} from "./read-language-answer.ts";

export interface OpenServer {
  ask(question: LanguageQuestion, file: AskedFile): Promise<LanguageAnswer>;
  /** The reason why it can no longer be asked, or null. */
  ended(): string | null;
  close(): Promise<void>;
}

interface AskedFile {
  /** Absolute. */
  readonly path: string;
  readonly text: string;
  readonly signal: AbortSignal;
}

const GREETING_MS = 30_000;
const ANSWER_MS = 20_000;
/** The longest wait for a server that sends diagnostics by itself. */
const PUSHED_MS = 8_000;
const MAX_DOCUMENTS = 50;

/** Greets it. Rejects with a ToolError, and ends the program, when it does not answer. */
export async function openServer(
  channel: Channel,
  { workspace, clock }: { readonly workspace: string; readonly clock: Pick<Clock, "setTimer"> },
): Promise<OpenServer> {
  const talk = connectServer(channel, clock);
  const pushed = createPushed(talk, clock);
  try {
    const answer = await talk.request("initialize", greeting(workspace), {
      timeoutMs: GREETING_MS,
    });
    await talk.notify("initialized", {});
    const pulls = hasProvider(answer, "diagnosticProvider");
    return createServer({ talk, pushed, pulls });
  } catch (error) {
    await talk.close();
    throw error;
  }
}

interface Parts {
  readonly talk: ServerTalk;
  readonly pushed: Pushed;
  /** It answers when it is asked for diagnostics; others only tell them. */
  readonly pulls: boolean;
}

function createServer({ talk, pushed, pulls }: Parts): OpenServer {
  const documents = new Map<string, { readonly text: string; readonly version: number }>();
  const tell = async (
    file: AskedFile,
  ): Promise<{ readonly uri: string; readonly version: number }> => {
    const uri = pathToFileURL(file.path).href;
    const known = documents.get(uri);
    const version =
      known === undefined ? 1 : known.text === file.text ? known.version : known.version + 1;
    documents.delete(uri);
    documents.set(uri, { text: file.text, version });
    if (known === undefined)
      await talk.notify("textDocument/didOpen", {
        textDocument: { uri, languageId: languageId(extname(file.path)), version, text: file.text },
      });
    else if (version !== known.version)
      await talk.notify("textDocument/didChange", {
        textDocument: { uri, version },
        contentChanges: [{ text: file.text }],
      });
    const [oldest] = documents.keys();
    if (documents.size > MAX_DOCUMENTS && oldest !== undefined) {
      documents.delete(oldest);
      pushed.forget(oldest);
      await talk.notify("textDocument/didClose", { textDocument: { uri: oldest } });
    }
    return { uri, version };
  };
  const request = (method: string, parameters: unknown, { signal }: AskedFile): Promise<unknown> =>
    talk.request(method, parameters, { timeoutMs: ANSWER_MS, signal });
  return {
    ended: talk.ended,
    close: talk.close,
    async ask(question, file) {
      const { uri, version } = await tell(file);
      const textDocument = { uri };
      if (question.about === "diagnostics") {
        if (pulls) {
          const answer = await request("textDocument/diagnostic", { textDocument }, file);
          return { kind: "diagnostics", diagnostics: readDiagnostics(itemsOf(answer)) };
        }
        const told = await pushed.next(uri, version, { timeoutMs: PUSHED_MS, signal: file.signal });
        return { kind: "diagnostics", diagnostics: readDiagnostics(told) };
      }
      if (question.about === "symbols")
        return {
          kind: "symbols",
          symbols: readSymbols(
            await request("textDocument/documentSymbol", { textDocument }, file),
          ),
        };
      return askAt(question, { textDocument, file, request });
    },
  };
}

async function askAt(
  question: Extract<LanguageQuestion, { readonly at: CodePlace }>,
  {
    textDocument,
    file,
    request,
  }: {
    readonly textDocument: { readonly uri: string };
    readonly file: AskedFile;
    readonly request: (method: string, parameters: unknown, file: AskedFile) => Promise<unknown>;
  },
): Promise<LanguageAnswer> {
  const place = { textDocument, position: question.at };
  switch (question.about) {
    case "hover":
      return { kind: "text", text: readHover(await request("textDocument/hover", place, file)) };
    case "definition":
      return {
        kind: "locations",
        locations: readLocations(await request("textDocument/definition", place, file)),
      };
    case "references": {
      const context = { includeDeclaration: true };
      const answer = await request("textDocument/references", { ...place, context }, file);
      return { kind: "locations", locations: readLocations(answer) };
    }
    case "rename": {
      const { newName } = question;
      const answer = await request("textDocument/rename", { ...place, newName }, file);
      return { kind: "edits", edits: readEdits(answer) };
    }
    default:
      throw new ToolError("internal", "There is no such question.");
  }
}

function greeting(workspace: string): unknown {
  const rootUri = pathToFileURL(workspace).href;
  return {
    processId: null,
    clientInfo: { name: "toolplane" },
    rootUri,
    workspaceFolders: [{ uri: rootUri, name: "workspace" }],
    capabilities: {
      textDocument: {
        synchronization: { dynamicRegistration: false },
        definition: { linkSupport: true },
        references: {},
        hover: { contentFormat: ["markdown", "plaintext"] },
        documentSymbol: { hierarchicalDocumentSymbolSupport: true },
        rename: { prepareSupport: false },
        publishDiagnostics: { versionSupport: true },
        diagnostic: { dynamicRegistration: false, relatedDocumentSupport: false },
      },
      workspace: {
        configuration: true,
        workspaceFolders: true,
        workspaceEdit: { documentChanges: true },
      },
      window: { workDoneProgress: false },
    },
  };
}

function hasProvider(answer: unknown, name: string): boolean {
  const capabilities =
    typeof answer === "object" && answer !== null && "capabilities" in answer
      ? answer.capabilities
      : null;
  if (typeof capabilities !== "object" || capabilities === null) return false;
  const provider = (capabilities as Readonly<Record<string, unknown>>)[name];
  return provider !== undefined && provider !== null && provider !== false;
}

function itemsOf(answer: unknown): unknown {
  return typeof answer === "object" && answer !== null && "items" in answer ? answer.items : [];
}
