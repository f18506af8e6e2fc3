/**
 * The Python program that runs a model's code. The sandbox keeps it from files and the network; this program makes the
 * refusals clear, catches what is printed, echoes the last expression and turns figures into images. It answers with
 * one line of JSON, which the code could write as well: then it has only written its own result.
 */

/** Modules that the code may import; what they import themselves is their own. */
export const PYTHON_MODULES: readonly string[] = [
  ..."math cmath numpy matplotlib statistics random fractions decimal numbers".split(" "),
  ..."itertools functools operator collections heapq bisect array copy dataclasses enum".split(" "),
  ..."typing string re textwrap unicodedata json datetime calendar time zlib hashlib base64".split(
    " ",
  ),
];

/** Characters that are kept of what is printed, and of the images together: an answer holds no more. */
const MAX_PRINTED = 30_000;
const MAX_IMAGES = 140_000;
const MAX_MEMORY_BYTES = 1_024 * 1_024 * 1_024;

export const PYTHON_RUNNER: string = `
import sys, os, io, ast, json, base64, builtins, traceback
try:
    import resource
    resource.setrlimit(resource.RLIMIT_AS, (${MAX_MEMORY_BYTES}, ${MAX_MEMORY_BYTES}))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
except Exception:
    pass
for name in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ[name] = "1"
os.environ["MPLBACKEND"] = "Agg"
os.environ["MPLCONFIGDIR"] = "/tmp"
sys.stdin.reconfigure(encoding="utf-8")
code = sys.stdin.read()
out = os.fdopen(os.dup(1), "w", encoding="utf-8", errors="replace")
allowed = set(${JSON.stringify(PYTHON_MODULES)})

class Printed(io.TextIOBase):
    def __init__(self):
        self.parts, self.room = [], ${MAX_PRINTED}
    def writable(self):
        return True
    def write(self, text):
        if self.room > 0:
            self.parts.append(text[:self.room])
        self.room -= len(text)
        return len(text)
    def text(self):
        return "".join(self.parts) + ("\\n[what it printed after this was dropped]" if self.room < 0 else "")

def guarded_import(name, globals=None, locals=None, fromlist=(), level=0):
    top = name.partition(".")[0]
    if top not in allowed:
        raise ImportError("code_exec cannot import " + top + ". There are: " + ", ".join(sorted(allowed)) + ". For anything else use bash.")
    return real_import(name, globals, locals, fromlist, level)

def no_files(*_, **__):
    raise PermissionError("code_exec has no files. Put the data into the code, or use the file tools.")

def no_input(*_, **__):
    raise EOFError("code_exec has nobody to ask for input.")

real_import = builtins.__import__
own = dict(vars(builtins), __import__=guarded_import, open=no_files, input=no_input, breakpoint=no_input)
scope = {"__name__": "__main__", "__builtins__": own}
printed = Printed()
sys.stdout = sys.stderr = printed
answer = {"ok": True}
try:
    tree = ast.parse(code, "<code>")
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    exec(compile(tree, "<code>", "exec"), scope)
    if last is not None:
        value = eval(compile(ast.Expression(last.value), "<code>", "eval"), scope)
        if value is not None:
            print(repr(value))
except SystemExit:
    pass
except BaseException as error:
    own_frames = [frame for frame in traceback.extract_tb(error.__traceback__) if frame.filename == "<code>"]
    line = own_frames[-1].lineno if own_frames else getattr(error, "lineno", None)
    answer = {"ok": False, "error": (type(error).__name__ + ": " + str(error))[:4000], "line": line}
images, left_out = [], 0
pyplot = sys.modules.get("matplotlib.pyplot")
if pyplot is not None:
    room = ${MAX_IMAGES}
    for number in pyplot.get_fignums():
        try:
            held = io.BytesIO()
            pyplot.figure(number).savefig(held, format="png", dpi=80)
            image = base64.b64encode(held.getvalue()).decode("ascii")
        except BaseException:
            left_out += 1
            continue
        if len(image) > room:
            left_out += 1
            continue
        room -= len(image)
        images.append(image)
answer.update(printed=printed.text(), images=images, left_out=left_out)
out.write("\\n" + json.dumps(answer, ensure_ascii=False) + "\\n")
out.flush()
os._exit(0)
`;
