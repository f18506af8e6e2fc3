// data table: which addresses are on the public internet

/** IPv4 ranges that are not public: this machine, private and provider networks, tests, multicast, reserved, metadata. */
export const CLOSED_V4: readonly string[] = [
  "0.0.0.0/8",
  "10.0.0.0/8",
  "100.64.0.0/10",
  "127.0.0.0/8",
  // Azure's wire server answers metadata questions from a public range.
  "168.63.129.16/32",
  "169.254.0.0/16",
  "172.16.0.0/12",
  "192.0.0.0/24",
  "192.88.99.0/24",
  "192.168.0.0/16",
  "198.18.0.0/15",
  "224.0.0.0/4",
  "240.0.0.0/4",
];

/** Global unicast. Everything outside is local, multicast, unassigned, or carries an IPv4 address. */
export const OPEN_V6: readonly string[] = ["2000::/3"];

/** Parts of global unicast that lead elsewhere: special registries (Teredo among them), AS112 sinks. */
export const CLOSED_V6: readonly string[] = ["2001::/23", "2620:4f:8000::/48"];

/** IPv6 forms that carry an IPv4 address, and at which of the eight groups it begins. The inner address decides. */
export const EMBEDDING_V6: readonly { readonly range: string; readonly group: number }[] = [
  { range: "::/96", group: 6 },
  { range: "::ffff:0:0/96", group: 6 },
  { range: "::ffff:0:0:0/96", group: 6 },
  { range: "64:ff9b::/96", group: 6 },
  { range: "2002::/16", group: 1 },
];
