/** Mistakes in reading command lines: a command, a file, a host or a danger that is not seen. */
import type { Area } from "../fault.ts";

export const SHELL_FAULTS: Area = {
  name: "shell",
  in: "packages/commands/src",
  tests: [
    ["test/host/shell/touched.test.ts"],
    ["test/host/shell/decisions.attack.test.ts"],
    ["test/host/shell", "packages/commands/src"],
  ],
  faults: [
    {
      name: "a-file-that-output-is-redirected-to-is-not-seen",
      anchor:
        'if (operator !== "<" && operator !== "<&") addFile(context, word, { ...use, access: "write" });',
      replacement: "",
    },
    {
      name: "a-file-that-input-is-redirected-from-is-not-seen",
      anchor:
        'if (!/^</.test(operator)) return; addFile(context, word, { ...use, access: "read" });',
      replacement: "if (!/^</.test(operator)) return;",
    },
    {
      name: "a-file-behind-an-ampersand-is-taken-for-a-descriptor",
      anchor:
        "if (/&$/.test(operator) && isLiteral(word) && /^(?:\\d+-?|-)$/.test(word.text)) return;",
      replacement: "if (/&$/.test(operator)) return;",
    },
    {
      name: "a-host-behind-a-device-is-not-seen",
      anchor: "if (device && isLiteral(word)) {",
      replacement: "if (device && isLiteral(word)) { return;",
    },
    {
      name: "a-redirect-to-several-files-passes",
      anchor:
        'context.reading.addUnknown(target.text, "it is redirected to several files at once");',
      replacement: "",
    },
    {
      name: "a-redirect-around-a-group-is-not-seen",
      anchor: "const stdin = readRedirects(reader.context, node.redirects, {",
      replacement: "const stdin = readRedirects(reader.context, node.redirects.slice(0, 0), {",
    },
    {
      name: "the-text-of-a-here-document-is-not-read",
      anchor: 'if (delimiter?.quoted) return { kind: "text", text: given };',
      replacement: 'if (delimiter?.quoted) return { kind: "file" };',
    },
    {
      name: "a-here-document-that-is-expanded-is-taken-as-written",
      anchor: '.every((part) => part.type === "Literal")) return { kind: "unknown" };',
      replacement: '.every((part) => part.type === "Literal")) return { kind: "file" };',
    },
    {
      name: "a-command-in-a-subshell-is-not-seen",
      anchor:
        "readList(reader, node.body.commands, { ...scope, ...MAYBE }); return staying(where);",
      replacement: "return staying(where);",
    },
    {
      name: "the-second-part-of-a-list-is-not-seen",
      anchor:
        "for (const [index, command] of node.commands.entries()) { if (outcome === undefined)",
      replacement:
        "for (const [index, command] of node.commands.slice(0, 1).entries()) { if (outcome === undefined)",
    },
    {
      name: "the-body-of-a-loop-is-not-seen",
      anchor: "return readLoop(reader, { node, parts: [node.clause, node.body] }, scope);",
      replacement: "return readLoop(reader, { node, parts: [node.clause] }, scope);",
    },
    {
      name: "the-other-branch-is-not-seen",
      anchor: "const other = readList(reader, node.else.commands,",
      replacement: "const other = readList(reader, node.else.commands.slice(0, 0),",
    },
    {
      name: "the-arms-of-a-case-are-not-seen",
      anchor: "for (const item of node.items) {",
      replacement: "for (const item of node.items.slice(0, 0)) {",
    },
    {
      name: "the-body-of-a-function-is-not-seen",
      anchor: "readFunction(reader, node, scope); return staying(where);",
      replacement: "return staying(where);",
    },
    {
      name: "text-that-is-not-bash-passes",
      anchor: "if (script.errors?.length) {",
      replacement: "if (script.errors?.length && !source) {",
    },
    {
      name: "a-command-substitution-is-not-seen",
      anchor:
        'case "CommandExpansion": if (/^\\$\\{/.test(node.text)) reading.addOpaque(node.text, "it runs commands in this very shell while expanding"); readSubstitution(reader, node, scope);',
      replacement: 'case "CommandExpansion":',
    },
    {
      name: "a-process-substitution-is-not-seen",
      anchor: 'case "ArithmeticCommandExpansion": readSubstitution(reader, node, scope);',
      replacement: 'case "ArithmeticCommandExpansion":',
    },
    {
      name: "arithmetic-over-variables-passes",
      anchor: "if (!isPlainArithmetic(node.expression, facts))",
      replacement: "if (!node)",
    },
    {
      name: "a-word-that-names-a-command-late-passes",
      anchor:
        'context.reading.addOpaque(call.text, "which command it would run is only known when it runs");',
      replacement: "",
    },
    {
      name: "a-file-that-is-only-known-when-it-runs-passes",
      anchor:
        'context.reading.addUnknown(word.text, "it names a file that is only known when it runs");',
      replacement: "",
    },
    {
      name: "a-host-that-is-only-known-when-it-runs-passes",
      anchor:
        'context.reading.addUnknown(word.text, "it names a host that is only known when it runs");',
      replacement: "",
    },
    {
      name: "a-name-relative-to-nowhere-passes",
      anchor:
        'context.reading.addUnknown(text, "it is relative to a directory that is not known"); return []; }',
      replacement: "return []; }",
    },
    {
      name: "only-the-first-directory-that-a-line-may-be-in-counts",
      anchor: "return now.map((directory) =>",
      replacement: "return now.slice(0, 1).map((directory) =>",
    },
    {
      name: "a-glob-is-not-what-it-matches",
      anchor: "for (const each of [text, ...globs]) {",
      replacement: "for (const each of [text, ...globs.slice(0, 0)]) {",
    },
    {
      name: "a-glob-that-could-not-be-matched-passes",
      anchor:
        'context.reading.addUnknown(word.text, "which files the pattern matches is not known");',
      replacement: "",
    },
    {
      name: "a-tree-that-a-command-writes-is-one-file",
      anchor: 'const tree = use.tree === true && kind !== "file" && kind !== "missing";',
      replacement: "const tree = false;",
    },
    {
      name: "what-a-copy-becomes-in-its-target-is-not-seen",
      anchor: "addPath(context, `${place.lexical}/${name}`, use);",
      replacement: "void name;",
    },
    {
      name: "what-lies-in-a-copied-tree-is-not-seen",
      anchor:
        'if (moved && source.kind === "directory") addCopiedTree(context, { place, source, use });',
      replacement: "void moved; void source;",
    },
    {
      name: "a-move-does-not-take-its-source-away",
      anchor:
        'return addFile(context, word, { ...file, access: "write", tree: true }); case "remote"',
      replacement: 'return undefined; case "remote"',
    },
    {
      name: "the-target-of-a-copy-is-not-written",
      anchor: "const targets = addFile(context, target, use);",
      replacement: 'const targets = addFile(context, target, { ...use, access: "read" });',
    },
    {
      name: "a-host-in-a-url-is-not-seen",
      anchor: "addAuthority(context, host, { scheme: used, word, provenance: use.provenance });",
      replacement: "",
    },
    {
      name: "a-user-name-in-a-url-is-taken-for-its-host",
      anchor: 'const host = authority.slice(authority.indexOf("@") + 1);',
      replacement: 'const host = authority.split("@")[0] ?? "";',
    },
    {
      name: "a-url-with-a-backslash-is-read-all-the-same",
      anchor: "if (/[\\\\\\s\\p{Cc}]/u.test(text)) {",
      replacement: "if (/[\\p{Cc}]{99}/u.test(text)) {",
    },
    {
      name: "a-file-url-reads-no-file",
      anchor: 'const read = path === undefined ? null : context.world.path(path, "read");',
      replacement: "const read = null as ReturnType<typeof context.world.path> | null;",
    },
    {
      name: "a-port-in-a-host-is-not-seen",
      anchor: "const number = port === undefined ? (PORTS[use.scheme] ?? 0) : Number(port);",
      replacement: "const number = PORTS[use.scheme] ?? 0;",
    },
    {
      name: "a-variable-that-changes-programs-raises-no-floor",
      anchor: "floors: listed.flatMap(({ name, value }) => listedFloor(name, value) ?? []),",
      replacement: "floors: [],",
    },
    {
      name: "a-variable-set-on-its-own-line-raises-no-floor",
      anchor: "if (isListedVariable(name) && call.floors.length > 0)",
      replacement: "if (!name)",
    },
    {
      name: "an-option-that-runs-a-program-raises-no-floor",
      anchor: ".filter(({ meaning }) => RUNS.has(meaning))",
      replacement: '.filter(({ meaning }) => meaning === "flag")',
    },
    {
      name: "the-program-in-an-option-is-not-read",
      anchor: 'case "exec": readNested(context, value, at.own); return;',
      replacement: 'case "exec": return;',
    },
    {
      name: "an-option-that-writes-a-file-is-not-seen",
      anchor:
        'addFile(context, value, { ...file, access: "write", tree: meaning === "write-tree" });',
      replacement: "",
    },
    {
      name: "the-file-that-data-is-sent-from-is-not-seen",
      anchor: 'if (read) addFile(context, read, { ...file, access: "read" });',
      replacement: "void read;",
    },
    {
      name: "an-abbreviated-option-is-not-known",
      anchor: ".filter((each) => each.startsWith(name))",
      replacement: ".filter((each) => each === name)",
    },
    {
      name: "options-behind-two-dashes-are-still-options",
      anchor: 'if (word.text === "--" && !word.dynamic) {',
      replacement: "if (word.text === null) {",
    },
    {
      name: "the-command-inside-a-wrapper-is-not-seen",
      anchor:
        'if (spec.command === "words" || !words.every(isLiteral)) context.readWords(added, scope);',
      replacement: "void added;",
    },
    {
      name: "a-neutral-wrapper-by-its-path-is-taken-off",
      anchor: "if (spec.neutral && isBare && !wrapsNothing) {",
      replacement: "if (spec.neutral && !wrapsNothing) {",
    },
    {
      name: "the-text-that-a-wrapper-hands-to-a-shell-is-not-read",
      anchor: 'if (meaning === "text" && value) readProgramText(context, value,',
      replacement: 'if (meaning === "split" && value) readProgramText(context, value,',
    },
    {
      name: "what-comes-in-through-a-pipe-is-not-added",
      anchor: 'return marks.length > 0 ? filled : [...filled, incoming("…")];',
      replacement: "return filled;",
    },
    {
      name: "the-text-of-a-shell-is-not-read",
      anchor:
        "if (shell.text) readProgramText(context, shell.text, { scope: call.scope, dialect });",
      replacement: "",
    },
    {
      name: "a-shell-that-reads-its-input-passes",
      anchor:
        'else if (stdin.kind === "unknown") context.reading.addOpaque(call.text, "the program it would run comes from its standard input");',
      replacement: "void call;",
    },
    {
      name: "text-for-another-shell-is-read-as-bash",
      anchor: "if (!readsAlike(script, text, scope.dialect)) {",
      replacement: "if (!script) {",
    },
    {
      name: "a-language-that-is-not-bash-passes",
      anchor:
        'context.reading.addOpaque(call.text, "it is written in another language than bash");',
      replacement: "void call;",
    },
    {
      name: "hidden-characters-raise-no-floor",
      anchor: "units: reading.units.map(withHiddenFloor),",
      replacement: "units: reading.units,",
    },
    {
      name: "a-start-outside-the-workspace-is-not-seen",
      anchor:
        "if (!isInsidePlaces(context, lexical) || !isInsidePlaces(context, real)) context.reading.addResource({",
      replacement: "if (!lexical) context.reading.addResource({",
    },
    {
      name: "too-deep-a-text-passes",
      anchor: 'context.reading.addOpaque(text, "it is nested deeper than can be followed");',
      replacement: "",
    },
    {
      name: "depth-hides-a-command-from-a-deny",
      anchor: "if (words[0]?.text) emitPieces(context, words, scope);",
      replacement: "if (!words) emitPieces(context, words, scope);",
    },
    {
      name: "the-command-that-find-runs-is-not-seen",
      anchor:
        "for (const words of found.commands) context.readWords(words, { ...call.scope, inWords: true });",
      replacement: "",
    },
    {
      name: "find-deletes-without-a-floor",
      anchor: 'floors.push({ floor: "F1", reason: "find -delete removes what it finds." });',
      replacement: "",
    },
    {
      name: "a-file-that-find-writes-is-not-seen",
      anchor: "else if (WRITES.test(text) && value) written.push(value);",
      replacement: "else if (WRITES.test(text) && !value) written.push(word);",
    },
    {
      name: "git-configuration-on-the-line-raises-no-floor",
      anchor:
        "if (git.GIT_RUNNING_GLOBALS.test(word.text) && !isHarmlessSetting(word, call.words[at + 1]))",
      replacement: "if (!word)",
    },
    {
      name: "folders-that-programs-take-whole-are-not-read",
      anchor: "if (used === undefined && uses !== undefined) continue;",
      replacement: "if (used === undefined || uses !== undefined) continue;",
      tests: ["test/attack/classes/classes.test.ts"],
    },
    {
      name: "git-config-writes-no-file",
      anchor:
        'addFile(context, literalWord(place), { provenance: derived("operand", unitIndex), scope: call.scope, access: "write", });',
      replacement: "void place;",
    },
    {
      name: "a-remote-helper-of-git-raises-no-floor",
      anchor: "if (/^[a-z][a-z0-9+.-]*::/i.test(word.text))",
      replacement: "if (!word)",
    },
    {
      name: "a-deny-of-a-git-command-is-dodged-by-a-global-option",
      anchor: "...(head.at > 1 ? [[first, ...tail]] : []),",
      replacement: "",
    },
    {
      name: "commits-are-sent-by-another-of-gits-programs",
      anchor: 'sends(name, scanned) ? [[first, literalWord("push"), ...rest]]',
      replacement: 'sends("", scanned) ? [[first, literalWord("push"), ...rest]]',
      tests: ["test/attack/classes/classes.test.ts"],
    },
    {
      name: "a-copy-of-a-denied-program-is-another-one",
      anchor: "named.add(each.text);",
      replacement: "continue;",
      tests: ["test/attack/classes/classes.test.ts"],
    },
    {
      name: "an-alias-is-known-whatever-could-not-be-read",
      in: "packages/disk/src/git",
      anchor: "if (unread || refused) return new Map();",
      replacement: "",
      tests: ["test/host/shell/git-aliases.attack.test.ts"],
    },
    {
      name: "git-works-in-another-directory-unseen",
      anchor: 'if (word.text === "-C") directories.push(value);',
      replacement: "",
    },
    {
      name: "an-archive-is-written-unseen",
      anchor: 'access: packs ? "write" : "read"',
      replacement: 'access: "read"',
    },
    {
      name: "the-letters-of-an-old-tar-are-one-word",
      anchor: "const scanned = scanOptions(modern(call.words.slice(1)), {",
      replacement: "const scanned = scanOptions(call.words.slice(1), {",
    },
    {
      name: "sed-writes-in-place-unseen",
      anchor: 'if (inPlace) addFile(context, word, { ...file, access: "write" });',
      replacement: "",
    },
    {
      name: "a-program-in-a-sed-script-raises-no-floor",
      anchor: "const runs = found.some((each) => each === null || each.runs.length > 0);",
      replacement: "const runs = found.some((each) => each === null);",
    },
    {
      name: "a-file-in-a-sed-script-is-not-seen",
      anchor: "for (const name of each?.written ?? [])",
      replacement: "for (const name of (each?.written ?? []).slice(0, 0))",
    },
    {
      name: "a-program-that-awk-runs-raises-no-floor",
      anchor: "/\\bsystem\\b|\\bgetline\\b|@/.test(text) ||",
      replacement: "",
    },
    {
      name: "a-pipe-in-awk-raises-no-floor",
      anchor: "/(?<!\\|)\\|(?!\\|)/.test(text) ||",
      replacement: "",
    },
    {
      name: "a-host-of-ssh-is-not-seen",
      anchor: '{ ...host, text: host.text.replace(/^ssh:\\/\\//, "").replace(/\\/$/, "") },',
      replacement: '{ ...host, text: "" },',
    },
    {
      name: "an-option-of-ssh-that-runs-a-program-passes",
      anchor: "RUNNING_KEYS.test(value.text);",
      replacement: "value.text === null;",
    },
    {
      name: "an-interpreter-without-a-script-raises-no-floor",
      anchor: 'floors.push(runsProgram(call, "without a script"));',
      replacement: "floors.push();",
    },
    {
      name: "the-same-command-in-another-place-is-not-read",
      anchor: "isSamePlace(known.scope, scope)",
      replacement: "known.scope !== undefined",
    },
    {
      name: "files-are-looked-at-without-end",
      anchor: "if (lookups > MAX_LOOKUPS) return TOO_MANY;",
      replacement: "",
    },
    {
      name: "directories-are-listed-without-end",
      anchor: "known.size < max ? look(text) : tooMany(text)",
      replacement: "look(text)",
    },
    {
      name: "an-evaluated-text-is-not-read",
      anchor: 'case "eval": return readEval(context, call);',
      replacement: 'case "eval": emitUnit(context, call); return staying(where);',
    },
    {
      name: "a-function-is-taken-for-the-program-of-its-name",
      anchor: "if (context.facts.functions.has(text) && !call.pastFunctions) {",
      replacement: "if (!text) {",
    },
    {
      name: "a-variable-that-a-loop-changes-is-certain",
      anchor:
        'facts.writings.get(name)?.length === 1 && facts.writings.get(name)?.[0]?.kind === "assigned"',
      replacement: 'facts.writings.get(name)?.[0]?.kind === "assigned"',
    },
    {
      name: "a-value-set-in-a-branch-is-certain",
      anchor: "scope.always && scope.certain && isOnly",
      replacement: "scope.certain && isOnly",
    },
    {
      name: "a-line-after-cd-is-where-it-was",
      anchor: "if (next === undefined) ended = true; else where = next;",
      replacement: "if (next === undefined) ended = true;",
    },
    {
      name: "a-loop-that-moves-stays-where-it-is",
      anchor: "const where = moves ? NOWHERE : scope.where;",
      replacement: "const where = moves ? scope.where : scope.where;",
    },
    {
      name: "what-two-commands-of-a-pipe-exchange-is-taken-for-nothing",
      anchor:
        'stdin = node.operators[index] === "|" ? piped(context, command, { stdin, scope }) : UNKNOWN;',
      replacement: 'stdin = node.operators[index] === "|" ? { kind: "file" } : UNKNOWN;',
    },
    {
      name: "a-lister-that-follows-links-is-trusted",
      anchor: "else if (!FIND_PLAIN.test(text)) return null;",
      replacement: "",
    },
    {
      name: "a-link-among-listed-names-is-not-seen",
      anchor: "if (path.value.real !== entry) links.push(",
      replacement: "if (!entry) links.push(",
    },
  ],
};
