// data table: what every confined process sees beside its reach, read-only.
/**
 * The system base. Programs, libraries and what they need to start; nothing that belongs to a person, nothing that holds a
 * secret, no socket of a running service. It is outside the confinement's promise, which is why it is a list.
 */

/** Trees of programs and libraries. On systems where they are links into `/usr`, the links are made again. */
export const SYSTEM_TREES: readonly string[] = [
  "/usr",
  "/bin",
  "/sbin",
  "/lib",
  "/lib32",
  "/lib64",
  "/libx32",
  "/opt",
  "/nix/store",
  "/gnu/store",
];

/**
 * Files and folders of `/etc`, copied: names of users, how names are looked up, certificates, what the loader needs, and what
 * programs are linked to from their own folders. Of Maven's no settings: they may hold passwords. A star stands for a version.
 */
export const SYSTEM_CONFIGURATION: readonly string[] = [
  "alternatives",
  "bash.bashrc",
  "bash_completion",
  "ca-certificates.conf",
  "ca-certificates",
  "crypto-policies",
  "debian_version",
  "fonts",
  "gai.conf",
  "gitattributes",
  "group",
  "host.conf",
  "hosts",
  "inputrc",
  "java-*-openjdk",
  "ld.so.cache",
  "ld.so.conf",
  "ld.so.conf.d",
  "locale.alias",
  "locale.conf",
  "localtime",
  "lsb-release",
  "magic",
  "magic.mime",
  "manpath.config",
  "matplotlibrc",
  "maven/logging",
  "maven/m2.conf",
  "mime.types",
  "mke2fs.conf",
  "nsswitch.conf",
  "os-release",
  "passwd",
  "perl",
  "pki/ca-trust/extracted",
  "pki/tls/certs",
  "pki/tls/openssl.cnf",
  "profile",
  "protocols",
  "python3*",
  "services",
  "shells",
  "ssl/certs",
  "ssl/cert.pem",
  "ssl/openssl.cnf",
  "terminfo",
  "timezone",
];

/** Files that say what machine this is, and devices that hold nothing: every process has them, and they belong to no person. */
export const SYSTEM_FACTS: readonly string[] = [
  "/dev/full",
  "/dev/null",
  "/dev/random",
  "/dev/urandom",
  "/dev/zero",
  "/proc/cpuinfo",
  "/proc/filesystems",
  "/proc/loadavg",
  "/proc/meminfo",
  "/proc/stat",
  "/proc/uptime",
  "/proc/version",
];

/** Places where the sandbox mounts something of its own. */
export const REPLACED: readonly string[] = ["/proc", "/dev", "/tmp"];

/** Closed even to a reach that covers them: sockets of services, the kernel's own files. */
export const SHUT: readonly string[] = ["/run", "/var/run", "/sys", "/boot", "/lost+found"];

/** Closed below the home folder for the same reason. */
export const SHUT_AT_HOME: readonly string[] = [".docker/desktop", ".docker/run", ".gnupg"];

/** Folders in a home that hold programs beside credentials: of these only the folder of programs itself is shown. */
export const MIXED_FOLDERS: readonly string[] = [
  ".cargo",
  ".config",
  ".docker",
  ".kube",
  ".local",
  ".npm",
  ".npm-global",
  "go",
  "Library",
];

/** Last names of folders that hold programs inside an installation. */
export const PROGRAM_FOLDERS: readonly string[] = ["bin", "sbin", "shims", "scripts", "condabin"];
