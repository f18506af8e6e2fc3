# Asks the kernel for what a confined process must not get; prints the name and the error of each, 0 for one that it got.
import ctypes
import os
import sys

libc = ctypes.CDLL(None, use_errno=True)
outsider = int(sys.argv[1])
NEWNS, NEWUSER, NEWPID, NEWNET = 0x00020000, 0x10000000, 0x20000000, 0x40000000
X64 = os.uname().machine == "x86_64"
PIVOT, PTRACE, VM_READ, HANDLE = (155, 101, 310, 304) if X64 else (41, 117, 270, 265)
NAME_HANDLE = HANDLE - 1
os.makedirs("/tmp/attack", exist_ok=True)
buffer = ctypes.create_string_buffer(16)


class Vector(ctypes.Structure):
    _fields_ = [("base", ctypes.c_void_p), ("length", ctypes.c_size_t)]


here = Vector(ctypes.addressof(buffer), 16)


def open_by_handle():
    handle = ctypes.create_string_buffer((128).to_bytes(4, sys.byteorder) + bytes(132), 136)
    mount = ctypes.c_int()
    at = ctypes.c_int(-100)
    if libc.syscall(NAME_HANDLE, at, b"/tmp/attack", handle, ctypes.byref(mount), 0) < 0:
        return -1
    return libc.syscall(HANDLE, os.open("/tmp", os.O_RDONLY), handle, os.O_RDONLY)


def ask(name, call):
    child = os.fork()
    if child == 0:
        ctypes.set_errno(0)
        answer = call()
        os._exit(0 if answer >= 0 else ctypes.get_errno())
    print(name, os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))


ask("mount a file system", lambda: libc.mount(b"x", b"/tmp/attack", b"tmpfs", 0, None))
ask("bind a folder", lambda: libc.mount(b"/usr", b"/tmp/attack", None, 4096, None))
ask("make the base writable", lambda: libc.mount(None, b"/usr", None, 32 | 4096, None))
ask("make the root writable", lambda: libc.mount(None, b"/", None, 32 | 4096, None))
ask("take the base away", lambda: libc.umount2(b"/etc", 2))
ask("take proc away", lambda: libc.umount2(b"/proc", 2))
ask("move the root", lambda: libc.syscall(PIVOT, b"/tmp", b"/tmp/attack"))
ask("change the root", lambda: libc.chroot(b"/tmp"))
ask("a user namespace", lambda: libc.unshare(NEWUSER))
ask("a user and a mount namespace", lambda: libc.unshare(NEWUSER | NEWNS))
ask("a mount namespace", lambda: libc.unshare(NEWNS))
ask("a process namespace", lambda: libc.unshare(NEWPID))
ask("a network namespace", lambda: libc.unshare(NEWNET))
ask("trace an outsider", lambda: libc.syscall(PTRACE, 16, outsider, 0, 0))
ask("kill an outsider", lambda: libc.kill(outsider, 9))
ask("read an outsider's memory", lambda: libc.syscall(VM_READ, outsider, ctypes.byref(here), 1, ctypes.byref(here), 1, 0))
ask("open by handle", open_by_handle)
ask("make a device", lambda: libc.mknod(b"/tmp/attack/disk", 0o60666, os.makedev(8, 0)))
ask("set the host's name", lambda: libc.sethostname(b"x", 1))
ask("load a module", lambda: libc.syscall(175 if X64 else 105, buffer, 16, b""))
