/** Names arguments as every provider takes them; a name that is not plain, or comes twice, gets another one. */

export interface ArgumentNames {
  /** The argument for what is called `name` on the wire. */
  take(name: string, place: string): string;
  /** The argument for the body. */
  takeBody(): string;
}

const MAX_LENGTH = 64;

export function createArgumentNames(): ArgumentNames {
  const taken = new Set<string>();
  const claim = (wanted: string): string => {
    let name = wanted;
    for (let count = 2; taken.has(name); count += 1) name = `${wanted}_${count}`;
    taken.add(name);
    return name;
  };
  return {
    take(name, place) {
      const plain = isPlainName(name) ? name : plainArgument(name) || place;
      return claim(taken.has(plain) ? `${plain.slice(0, MAX_LENGTH - 10)}_${place}` : plain);
    },
    takeBody: () => claim(taken.has("body") ? "_request_body" : "body"),
  };
}

function isPlainName(name: string): boolean {
  return /^[A-Za-z0-9_.-]{1,64}$/.test(name) && name !== "__proto__";
}

function plainArgument(name: string): string {
  return name
    .slice(0, MAX_LENGTH * 2)
    .replace(/[^A-Za-z0-9_.-]+/g, "_")
    .replace(/^_+|(?<!_)_+$/g, "")
    .slice(0, MAX_LENGTH - 4);
}
