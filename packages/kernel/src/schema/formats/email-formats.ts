import { isIpv4, isIpv6 } from "@toolplane/readings";
import { isHostname } from "./host-formats.ts";

const ATOM = /^[\w!#$%&'*+/=?^`{|}~-]+$/;
const WIDE_ATOM = /^[\w!#$%&'*+/=?^`{|}~\u0080-\u{10ffff}-]+$/u;
const WIDE_LABEL =
  /^[a-z0-9\u0080-\u{10ffff}](?:[a-z0-9\u0080-\u{10ffff}-]*[a-z0-9\u0080-\u{10ffff}])?$/iu;
const MAX_LENGTH = 320;

/** A mailbox of RFC 5321, quoted local parts and address literals included. */
export function isEmail(text: string): boolean {
  return isMailbox(text, ATOM, isDomain);
}

/** The same with letters of all scripts. */
export function isIdnEmail(text: string): boolean {
  return isMailbox(
    text,
    WIDE_ATOM,
    (domain) => isDomain(domain) || domain.split(".").every((label) => WIDE_LABEL.test(label)),
  );
}

function isMailbox(text: string, atom: RegExp, isGoodDomain: (domain: string) => boolean): boolean {
  const at = text.lastIndexOf("@");
  if (at < 1 || text.length > MAX_LENGTH) {
    return false;
  }
  const local = text.slice(0, at);
  const isQuoted = /^"(?:[^"\\\p{Cc}]|\\[^\p{Cc}])*"$/u.test(local);
  return (
    (isQuoted || local.split(".").every((part) => atom.test(part))) &&
    isGoodDomain(text.slice(at + 1))
  );
}

function isDomain(domain: string): boolean {
  if (domain.startsWith("[IPv6:") && domain.endsWith("]")) {
    return isIpv6(domain.slice(6, -1));
  }
  if (domain.startsWith("[") && domain.endsWith("]")) {
    return isIpv4(domain.slice(1, -1));
  }
  return isHostname(domain);
}
