/** SOCKS5 with a user name and password (RFC 1928, 1929), read step by step from bytes that a sandboxed command wrote. */
import type { Wanted } from "./relay-parts.ts";

/** The stage of the exchange that a connection is in. */
export type SocksStage = "greeting" | "password" | "request";

/** The reading: not enough yet, an answer and the next stage, where the command wants to go, or the end with a last answer. */
export type SocksReading =
  | { readonly kind: "more" }
  | {
      readonly kind: "next";
      readonly reply: Buffer;
      readonly stage: SocksStage;
      readonly used: number;
      readonly token?: string;
    }
  | {
      readonly kind: "request";
      readonly request: Wanted;
      readonly used: number;
    }
  | { readonly kind: "bad"; readonly reply: Buffer };

export const SOCKS_VERSION = 5;
const PASSWORD_METHOD = 2;
const COMMAND_NOT_SUPPORTED = 7;

/** The last answer of an exchange: 0 connected, 2 not allowed, 4 unreachable. */
export function socksReply(code: number): Buffer {
  return Buffer.from([SOCKS_VERSION, code, 0, 1, 0, 0, 0, 0, 0, 0]);
}

/** Reads the next message of an exchange. */
export function readSocks(stage: SocksStage, bytes: Buffer): SocksReading {
  if (stage === "greeting") return readGreeting(bytes);
  return stage === "password" ? readPassword(bytes) : readRequest(bytes);
}

function readGreeting(bytes: Buffer): SocksReading {
  const count = bytes[1];
  if (count === undefined || bytes.length < 2 + count) return { kind: "more" };
  const offered = bytes.subarray(2, 2 + count);
  if (!offered.includes(PASSWORD_METHOD))
    return { kind: "bad", reply: Buffer.from([SOCKS_VERSION, 0xff]) };
  const reply = Buffer.from([SOCKS_VERSION, PASSWORD_METHOD]);
  return { kind: "next", reply, stage: "password", used: 2 + count };
}

function readPassword(bytes: Buffer): SocksReading {
  const nameLength = bytes[1] ?? 0;
  const length = bytes[2 + nameLength];
  const start = 3 + nameLength;
  if (bytes.length < 2 || length === undefined || bytes.length < start + length)
    return { kind: "more" };
  const token = bytes.toString("utf8", start, start + length);
  const reply = Buffer.from([1, 0]);
  return { kind: "next", reply, stage: "request", used: start + length, token };
}

function readRequest(bytes: Buffer): SocksReading {
  if (bytes.length < 5) return { kind: "more" };
  const [version, command, , kind, first = 0] = bytes;
  if (version !== SOCKS_VERSION || command !== 1)
    return { kind: "bad", reply: socksReply(COMMAND_NOT_SUPPORTED) };
  const start = kind === 3 ? 5 : 4;
  const length = kind === 3 ? first : kind === 1 ? 4 : kind === 4 ? 16 : -1;
  if (length <= 0) return { kind: "bad", reply: socksReply(COMMAND_NOT_SUPPORTED) };
  const used = start + length + 2;
  if (bytes.length < used) return { kind: "more" };
  const host = readAddress(bytes.subarray(start, start + length), kind as 1 | 3 | 4);
  const port = bytes.readUInt16BE(start + length);
  const scheme = port === 443 ? "https" : port === 80 ? "http" : "tcp";
  return { kind: "request", request: { scheme, host, port }, used };
}

function readAddress(bytes: Buffer, kind: 1 | 3 | 4): string {
  if (kind === 3) return bytes.toString("latin1");
  if (kind === 1) return bytes.join(".");
  return Array.from({ length: 8 }, (_, group) => bytes.readUInt16BE(group * 2).toString(16)).join(
    ":",
  );
}
