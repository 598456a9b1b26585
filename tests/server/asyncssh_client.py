"""A terminal client on asyncssh: what is typed goes to the server, what comes is shown, the size of the terminal is told.

At SIGUSR1 it does what --act says: it breaks, sends a signal, ends its input, or tells five hundred sizes in a second.
Its exit code is the session's; 255 if there is none.
"""

import argparse
import asyncio
import fcntl
import os
import signal
import sys
import termios
import tty
import warnings

warnings.simplefilter("ignore")
import asyncssh

STDIN, STDOUT = 0, 1


class Session(asyncssh.SSHClientSession):
    def data_received(self, data, datatype):
        while data:
            data = data[os.write(STDOUT, data):]


def arguments():
    parser = argparse.ArgumentParser()
    parser.add_argument("port", type=int)
    parser.add_argument("key")
    parser.add_argument("--before", action="append", default=[], help="a key that is tried first")
    parser.add_argument("--act", default="eof", help="break, eof, sizes, or the name of a signal")
    parser.add_argument("--environment", type=int, default=0, help="how many variables it sends")
    parser.add_argument("--size", help="COLUMNSxROWS to begin with, in place of the terminal's")
    parser.add_argument("--term", default=os.environ.get("TERM"))
    return parser.parse_args()


def terminal_size():
    size = fcntl.ioctl(STDIN, termios.TIOCGWINSZ, bytes(8))
    rows, columns = (int.from_bytes(size[at : at + 2], sys.byteorder) for at in (0, 2))
    return columns, rows


async def storm(channel):
    """More sizes than anybody's window has, and at the end the true one."""
    for number in range(500):
        channel.change_terminal_size(40 + number % 100, 10 + number % 40)
        await asyncio.sleep(0.002)
    channel.change_terminal_size(*terminal_size())


def act(channel, what):
    if what == "break":
        channel.send_break(500)
    elif what == "eof":
        channel.write_eof()
    elif what == "sizes":
        asyncio.ensure_future(storm(channel))
    else:
        channel.send_signal(what)


def type_on(channel):
    keys = os.read(STDIN, 4_096)
    if keys:
        channel.write(keys)
    else:
        channel.write_eof()
        asyncio.get_running_loop().remove_reader(STDIN)


async def run(args):
    size = tuple(map(int, args.size.split("x"))) if args.size else terminal_size()
    environment = {f"VARIABLE_{number}": "x" * 100 for number in range(args.environment)}
    connection = await asyncssh.connect(
        "127.0.0.1",
        args.port,
        username="anybody",
        known_hosts=None,
        client_keys=[*args.before, args.key],
        agent_path=None,
        config=None,
    )
    channel, _ = await connection.create_session(
        Session, term_type=args.term, term_size=size, env=environment, encoding=None
    )
    loop = asyncio.get_running_loop()
    loop.add_reader(STDIN, type_on, channel)
    loop.add_signal_handler(
        signal.SIGWINCH, lambda: channel.change_terminal_size(*terminal_size())
    )
    loop.add_signal_handler(signal.SIGUSR1, act, channel, args.act)
    await channel.wait_closed()
    loop.remove_reader(STDIN)
    connection.close()
    return 255 if channel.get_exit_status() is None else channel.get_exit_status()


def main():
    modes = termios.tcgetattr(STDIN)
    tty.setraw(STDIN)
    try:
        return asyncio.run(run(arguments()))
    except (OSError, asyncssh.Error) as error:
        print(f"{error}\r", file=sys.stderr)
        return 255
    finally:
        termios.tcsetattr(STDIN, termios.TCSADRAIN, modes)


sys.exit(main())
