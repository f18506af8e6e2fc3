const IPV4 = /^(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)\.){3}(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)$/;
const LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/i;

export function isHostname(text: string): boolean {
  return text.length <= 253 && text.split(".").every((label) => LABEL.test(label));
}

export function isIpv4(text: string): boolean {
  return text.length <= 15 && IPV4.test(text);
}

export function isIpv6(text: string): boolean {
  if (text.length > 45 || text.includes(":::")) {
    return false;
  }
  const halves = text.split("::");
  if (halves.length > 2) {
    return false;
  }
  const [left = "", right] = halves;
  const count = countGroups(left, right === undefined) + countGroups(right ?? "", true);
  return right === undefined ? count === 8 : count <= 7;
}

/** How many 16-bit groups a part spells; `NaN`, which fails every comparison, if it is bad. */
function countGroups(part: string, mayEndInIpv4: boolean): number {
  if (part === "") {
    return 0;
  }
  const groups = part.split(":");
  const last = groups.at(-1) ?? "";
  const hasIpv4 = mayEndInIpv4 && isIpv4(last);
  const plain = hasIpv4 ? groups.slice(0, -1) : groups;
  const isGood = plain.every((group) => /^[0-9a-f]{1,4}$/i.test(group));
  return isGood ? plain.length + (hasIpv4 ? 2 : 0) : Number.NaN;
}
