/** Programs that read files in one form and write them in another. */
import type { ProgramSpec } from "./program-spec.ts";

const READ = { as: "read" } as const;

export const CONVERTERS: readonly ProgramSpec[] = [
  {
    names: "csplit gcsplit",
    operands: READ,
    options: { "-f --prefix": "write", "-b --suffix-format -n --digits": "value" },
  },
  {
    names: "split gsplit",
    operands: { as: "read", last: "write" },
    options: {
      "--filter": "exec",
      "-a --suffix-length -b --bytes -C --line-bytes -l --lines -n --number -t --separator --additional-suffix -f --prefix":
        "value",
    },
  },
  {
    names: "openssl",
    operands: { as: "none" },
    options: {
      "-in -inkey -CAfile -cert -key -certfile -signature -verify_file": "read",
      "-out -keyout": "write",
      "-config": "config",
      "-connect -host -proxy": "host-port",
      "-engine -provider -provider-path": "floor-value",
      "-pass -passin -passout": "value",
    },
    dashes: "single",
  },
  {
    names: "gpg gpg2",
    operands: READ,
    options: {
      "-o --output --status-file --logger-file --attribute-file": "write",
      "--photo-viewer --pinentry-program --exec-path --agent-program --dirmngr-program --gpg-agent-program":
        "exec",
      "--options --homedir": "config",
      "--keyserver": "url",
      "-r --recipient -u --local-user --default-key --passphrase --export --export-secret-key --export-secret-keys --recv-keys --fingerprint -k --list-keys":
        "value",
      "--passphrase-file --keyring --secret-keyring": "read",
    },
  },
  {
    names: "pandoc",
    operands: READ,
    options: {
      "-o --output --log": "write",
      "-F --filter -L --lua-filter --pdf-engine": "exec",
      "-d --defaults --template --data-dir": "config",
      "-f --from -t --to -r --read -w --write -V --variable -M --metadata --columns --toc-depth":
        "value",
      "-H --include-in-header -B --include-before-body -A --include-after-body --bibliography --csl -c --css --reference-doc --metadata-file":
        "read",
    },
  },
  {
    names: "sqlite3 duckdb",
    operands: { as: "rewrite", last: "code" },
    options: {
      "-cmd --cmd": "code",
      "-init --init": "config",
      "-separator -nullvalue -newline": "value",
    },
    dashes: "single",
  },
];
