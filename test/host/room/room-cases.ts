/** Ways to take more room on the disk than a session may, and ways to stay within it. */

export interface RoomCase {
  readonly name: string;
  /** Commands of one session, one after the other; the last one is judged. */
  readonly lines: readonly string[];
  /** Runs beside them. */
  readonly background?: string;
  /** Tried at every level and as every user; the others where the tests run. */
  readonly everywhere?: true;
}

export const MAX_BYTES: number = 8 * 1_024 * 1_024;
export const MAX_FILES = 300;

/** Past the bound, and within it when it comes once. */
const BIG = 40_000_000;
const HALF = 5_000_000;

const fill = (path: string, bytes = BIG) => `head -c ${bytes} /dev/zero > ${path}`;
const python = (text: string) => `python3 -c '${text}'`;
/** A command that is to be ended is over by then, on a busy machine too. */
export const ENDED_MS = 40_000;
/** One that is not ended takes longer. */
const WAIT = "; sleep 60";

const PLACES = [
  ["scratch", "/tmp"],
  ["home", "$HOME"],
] as const;

const inPlace = ([where, folder]: readonly [string, string]): readonly RoomCase[] => [
  { name: `bytes in ${where}`, everywhere: true, lines: [`${fill(`${folder}/big`)}${WAIT}`] },
  {
    name: `a file without a name in ${where}`,
    everywhere: true,
    lines: [`exec 3> ${folder}/big; rm ${folder}/big; head -c ${BIG} /dev/zero >&3${WAIT}`],
  },
  {
    name: `many files in ${where}`,
    everywhere: true,
    lines: [`cd ${folder}; seq 1 2000 | xargs touch${WAIT}`],
  },
  {
    name: `room given beforehand in ${where}`,
    lines: [`touch ${folder}/f; fallocate -n -l ${BIG} ${folder}/f${WAIT}`],
  },
];

/** Where there is no view, what is written in the workspace itself is not counted. */
const IN_VIEW = inPlace(["the view", "."]);

const quick = PLACES.flatMap(([where, folder]): readonly RoomCase[] => [
  { name: `bytes in ${where}, and over at once`, lines: [fill(`${folder}/big`)] },
  {
    name: `many files in ${where}, and over at once`,
    lines: [`cd ${folder}; seq 1 2000 | xargs touch`],
  },
  {
    name: `two commands that pass it together in ${where}`,
    lines: [fill(`${folder}/one`, HALF), fill(`${folder}/two`, HALF)],
  },
]);

const KEEP = `import ctypes, os, socket, time
n = ${BIG}
def full(path="/tmp/big"):
    fd = os.open(path, os.O_RDWR | os.O_CREAT)
    os.posix_fallocate(fd, 0, n)
    os.unlink(path)
    return fd
`;

const OVER: readonly RoomCase[] = [
  ...PLACES.flatMap(inPlace),
  ...quick,
  {
    name: "parts of it in several places",
    lines: [`${fill("/tmp/a", HALF)}; ${fill("$HOME/b", HALF)}${WAIT}`],
  },
  {
    name: "links and folders",
    lines: ["cd /tmp; for i in $(seq 1 300); do mkdir d$i; ln -s x l$i; done"],
  },
  {
    name: "a file that never had a name",
    lines: [
      python(`${KEEP}
fd = os.open("/tmp", os.O_TMPFILE | os.O_RDWR)
os.posix_fallocate(fd, 0, n)
time.sleep(60)`),
    ],
  },
  {
    name: "a file that is only mapped",
    everywhere: true,
    lines: [
      python(`${KEEP}
fd = full()
call = ctypes.CDLL(None).mmap
call.restype = ctypes.c_void_p
call(None, ctypes.c_size_t(n), 3, 1, fd, ctypes.c_size_t(0))
os.close(fd)
time.sleep(60)`),
    ],
  },
  {
    name: "a file that is under way between processes",
    everywhere: true,
    lines: [
      python(`${KEEP}
one, other = socket.socketpair()
fd = full()
socket.send_fds(one, [b"x"], [fd])
os.close(fd)
time.sleep(60)`),
    ],
  },
  {
    name: "a folder deeper than names reach",
    lines: [
      python(`${KEEP}
os.chdir("/tmp")
for i in range(250):
    os.mkdir("d" * 100)
    os.chdir("d" * 100)
os.posix_fallocate(os.open("big", os.O_RDWR | os.O_CREAT), 0, n)
time.sleep(60)`),
    ],
  },
  {
    name: "a folder that was closed",
    everywhere: true,
    lines: [`mkdir /tmp/d; ${fill("/tmp/d/big")}; chmod 0 /tmp/d${WAIT}`],
  },
  {
    name: "a folder in which nothing can be removed",
    everywhere: true,
    lines: [`mkdir -p /tmp/d/e; ${fill("/tmp/d/e/big")}; chmod 555 /tmp/d/e; chmod 0 /tmp/d`],
  },
  { name: "output", lines: [`head -c ${BIG} /dev/zero${WAIT}`] },
  {
    name: "output of two commands",
    everywhere: true,
    lines: [`head -c ${HALF} /dev/zero`, `head -c ${HALF} /dev/zero`],
  },
  {
    name: "what runs on holds the rest",
    background: `exec 3> /tmp/big; rm /tmp/big; head -c ${HALF} /dev/zero >&3; touch /tmp/ready; sleep 60`,
    lines: [`until [ -e /tmp/ready ]; do sleep 0.1; done; ${fill("/tmp/two", HALF)}${WAIT}`],
  },
];

const WITHIN: readonly RoomCase[] = [
  {
    name: "a sparse file",
    everywhere: true,
    lines: ["truncate -s 1G /tmp/s; sleep 0.5; echo done"],
  },
  {
    name: "a file with many names",
    lines: [
      `${fill("/tmp/a", HALF)}; for i in $(seq 1 50); do ln /tmp/a /tmp/l$i; done; sleep 0.5; echo done`,
    ],
  },
  {
    name: "a file in memory",
    everywhere: true,
    lines: [
      python(`import os, time
fd = os.memfd_create("m")
os.posix_fallocate(fd, 0, ${BIG})
time.sleep(0.5)
print("done")`),
    ],
  },
  {
    name: "the same file again and again",
    lines: [`for i in $(seq 1 20); do ${fill("/tmp/a", HALF)}; done; echo done`],
  },
  {
    name: "a folder that was closed, with little in it",
    lines: ["mkdir /tmp/d; echo x > /tmp/d/x; chmod 0 /tmp/d; sleep 0.5; echo done"],
  },
];

/** Cases past the bound, and within it. */
export interface RoomCases {
  readonly over: readonly RoomCase[];
  readonly within: readonly RoomCase[];
}

/** The cases of a level. */
export function casesAt(
  level: string,
  { everywhere }: { readonly everywhere: boolean },
): RoomCases {
  const isTried = (each: RoomCase) => each.everywhere === true || !everywhere;
  const over = level === "bound" ? OVER : [...IN_VIEW, ...OVER];
  return { over: over.filter(isTried), within: WITHIN.filter(isTried) };
}
