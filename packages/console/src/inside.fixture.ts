export type { DemoPlace } from "./chat/create-chat-room.ts";
export {
  type ConsoleOptions,
  type ConsoleServer,
  createConsoleServer,
} from "./server/create-console-server.ts";
