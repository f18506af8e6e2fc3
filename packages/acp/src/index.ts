export { createAcpBroker } from "./ask/acp-broker.ts";
export type {
  AcpAgent,
  AcpAnswer,
  AcpConsent,
  AcpEditor,
  AcpEvent,
  AcpOutcome,
  AcpPast,
  AcpPrompt,
  AcpServer,
  AcpSession,
  AcpSessionRequest,
  AcpSessionRow,
} from "./port/acp-agent.ts";
export { filePath } from "./serve/read-prompt.ts";
export { type AcpService, serveAcp } from "./serve/serve-acp.ts";
export type { LineStreamOptions } from "./wire/line-stream.ts";
