/** Programs that connect: their operands and option values are destinations. */
import type { ProgramSpec } from "./program-spec.ts";

export const NETWORK_PROGRAMS: readonly ProgramSpec[] = [
  {
    names: "curl",
    reader: "fetch",
    operands: { as: "url" },
    options: {
      "--url --doh-url": "url",
      "-x --proxy --preproxy --socks4 --socks4a --socks5 --socks5-hostname --proxy1.0": "proxy",
      "--resolve --connect-to --dns-servers": "host",
      "-o --output -c --cookie-jar -D --dump-header --trace --trace-ascii --stderr --etag-save --libcurl --hsts --alt-svc":
        "write",
      "--output-dir": "in",
      "-T --upload-file --netrc-file -E --cert --key --cacert --capath --crlfile --proxy-cert --proxy-key --proxy-cacert --proxy-capath --pubkey --etag-compare --unix-socket --abstract-unix-socket --egd-file --random-file":
        "read",
      "-b --cookie": "data-or-read",
      "-d --data --data-ascii --data-binary --data-urlencode --json --url-query -H --header --proxy-header -w --write-out --variable":
        "data",
      "-F --form": "form",
      "-K --config": "config",
      "--engine": "floor-value",
      "-A --user-agent -C --continue-at -e --referer -m --max-time -P --ftp-port -Q --quote -r --range -t --telnet-option -u --user -U --proxy-user -X --request -y --speed-time -Y --speed-limit -z --time-cond --connect-timeout --retry --retry-delay --retry-max-time --limit-rate --max-filesize --max-redirs --interface --local-port --dns-interface --ciphers --tls13-ciphers --tls-max --curves --pass --key-type --cert-type --form-string --krb --login-options --mail-from --mail-rcpt --mail-auth --proto --proto-redir --proto-default --request-target --aws-sigv4 --oauth2-bearer --noproxy --parallel-max --rate --keepalive-time --expect100-timeout --happy-eyeballs-timeout-ms --socks5-gssapi-service --service-name --delegation --haproxy-clientip --create-file-mode --ftp-account --ftp-alternative-to-user --ftp-method --ftp-ssl-ccc-mode --hostpubmd5 --hostpubsha256 --pinnedpubkey --proxy-service-name --sasl-authzid --tftp-blksize --trace-config":
        "value",
    },
  },
  {
    names: "wget wget2",
    reader: "fetch",
    operands: { as: "url" },
    options: {
      "-O --output-document -o --output-file -a --append-output --save-cookies --warc-file --rejected-log --hsts-file":
        "write",
      "-P --directory-prefix": "in",
      "-i --input-file --config --input-metalink": "config",
      "--post-file --body-file --load-cookies --ca-certificate --ca-directory --certificate --private-key --crl-file --random-file --egd-file":
        "read",
      "-e --execute --use-askpass": "exec",
      "-B --base": "url",
      "-t --tries -T --timeout --dns-timeout --connect-timeout --read-timeout -w --wait --waitretry -Q --quota -U --user-agent --header --user --password --http-user --http-password --ftp-user --ftp-password --proxy-user --proxy-password --referer --post-data --body-data --method --limit-rate --bind-address -l --level -A --accept -R --reject --accept-regex --reject-regex --regex-type -D --domains --exclude-domains --follow-tags --ignore-tags -I --include-directories -X --exclude-directories --cut-dirs --default-page --restrict-file-names --progress --secure-protocol --ciphers --certificate-type --private-key-type --pinnedpubkey --max-redirect --local-encoding --remote-encoding --prefer-family --report-speed --start-pos --compression --retry-on-http-error":
        "value",
    },
  },
  {
    names: "http https xh xhs httpie",
    operands: { as: "url", skip: 1, skipWhen: /^[A-Z]+$/ },
    options: {
      "-o --output": "write",
      "-a --auth -A --auth-type -s --style --pretty -p --print --timeout --max-redirects": "value",
      "--proxy": "proxy",
      "--cert --cert-key --verify": "read",
      "--session": "value",
      "-d --download": "flag",
    },
  },
  {
    reader: "fetch",
    names:
      "aria2c axel yt-dlp youtube-dl lynx w3m links elinks ab hey wrk siege vegeta oha httpstat",
    operands: { as: "url" },
    options: {
      "-o --out --output -O -l --log": "write",
      "-d --dir -P --paths": "in",
      "--conf-path --config-location --config-locations -i --input-file -a --batch-file": "config",
      "--exec --exec-before-download --downloader --external-downloader --on-download-complete --on-download-start --on-download-error --postprocessor-args":
        "exec",
      "--all-proxy --http-proxy --https-proxy --proxy": "proxy",
      "-n -c -t -s -x -j -k -f --format -q -m --threads --duration --connections": "value",
    },
  },
  {
    names: "ping ping6 fping arping hping3 nping",
    operands: { as: "host" },
    options: { "-c -i -W -w -s -t -I -m -Q -l -M -p -S": "value", "-f": "attached" },
  },
  {
    names: "dig drill kdig delv",
    operands: { as: "host" },
    options: { "-t -p -c -b -k -y": "value", "-x -q": "host", "-f": "config" },
  },
  { names: "host", operands: { as: "host" }, options: { "-t -W -R -c -m -N": "value" } },
  { names: "nslookup", dashes: "single", operands: { as: "host" } },
  {
    names: "traceroute traceroute6 tracepath tracert mtr",
    operands: { as: "host" },
    options: {
      "-m --max-ttl -q -w -p --port -s -i --interval -f --first-ttl -g -N -z -c --report-cycles":
        "value",
    },
  },
  {
    names: "nmap masscan",
    dashes: "single",
    operands: { as: "host" },
    options: {
      "-p --exclude-ports --top-ports -e -S -g --source-port --max-rate --min-rate": "value",
      "-iL": "config",
      "--script --script-args-file --datadir": "floor-value",
      "-oN -oX -oG -oA -oS -oJ -oL": "write",
    },
  },
  {
    names: "whois finger rpcinfo showmount",
    operands: { as: "host" },
    options: { "-h --host": "host", "-p --port": "value" },
  },
  {
    names: "nc ncat netcat nc.openbsd nc.traditional telnet",
    operands: { as: "host-port" },
    options: {
      "-e --exec -c --sh-exec --lua-exec": "exec",
      "-x --proxy": "proxy",
      "-p --source-port -s --source -w --wait -i --idle-timeout -q -O -I -P -T -V -X --proxy-type --proxy-auth -m --max-conns -d --delay":
        "value",
      "-o --output -x --hex-dump": "write",
      "-U --unixsock": "flag",
      "-g -G -l --user": "attached",
    },
  },
  { names: "socat", reader: "socat" },
  {
    names: "ssh autossh mosh dbclient plink",
    reader: "ssh",
    options: {
      "-o": "floor-value",
      "-F": "config",
      "-J": "proxy",
      "-S -I --ssh": "floor-value",
      "-E": "write",
      "-b -B -c -D -e -i -L -l -m -O -p -Q -R -W -w -M -P": "value",
    },
  },
  {
    names: "sftp",
    reader: "ssh",
    operands: { as: "remote" },
    options: {
      "-b": "config",
      "-S -D -s": "exec",
      "-o": "floor-value",
      "-F": "config",
      "-J": "proxy",
      "-B -c -i -l -P -R -X": "value",
    },
  },
  {
    names: "ftp tnftp lftp ncftp tftp",
    operands: { as: "host" },
    options: { "-e -c": "exec", "-f": "config", "-u -p": "value", "-o": "write" },
  },
  {
    names:
      "psql mysql mariadb mysqldump pg_dump pg_restore redis-cli mongo mongosh influx cqlsh clickhouse-client",
    operands: { as: "none" },
    options: {
      "-h --host": "host",
      "-o --output --result-file --log-file": "write",
      "-f --file": "rewrite",
      "-c --command -e --execute --eval": "code",
      "-p --port -U --username -u --user -d --dbname -D --database": "value",
    },
  },
  {
    names: "rclone gsutil",
    operands: { as: "none" },
    operandsAreTrees: true,
    options: {
      "--config --files-from --include-from --exclude-from": "config",
      "--rc-addr": "host-port",
      "--metadata-mapper --password-command --sftp-ssh": "exec",
    },
  },
  {
    names: "ssh-keyscan ssh-copy-id",
    operands: { as: "host" },
    options: { "-i -f": "read", "-o": "floor-value", "-p -t -T": "value" },
  },
  {
    names: "ssh-keygen",
    options: {
      "-f": "rewrite",
      "-D -w": "floor-value",
      "-b -C -N -P -t -m -I -n -O -V -z -Z -a -E -M -s -Y": "value",
    },
  },
  {
    names: "svn hg bzr cvs fossil",
    operands: { as: "none" },
    options: {
      "--config-option --config --ssh --rsh -e --editor-cmd --diff-cmd --diff3-cmd --merge-cmd --extensions":
        "exec",
      "--config-dir --config-file --rcfile": "config",
      "-o --output": "write",
      "-r --rev --revision -m --message -R --repository --cwd": "value",
    },
  },
];
