import { spawn } from "node:child_process";

/** How many named pipes one request makes. */
export const pipesAtOnce = 16;

/**
 * Reads orders until its input ends, which the end of this process does, whatever ends it: `+ PGID` and `- PGID` keep the
 * list of groups to be ended then, `m PATH` makes named pipes `PATH.0` … and answers with mkfifo's exit code. A child may be
 * there whose group was not told yet: it holds one of the pipes, which Linux shows. `q`: this process ends in good order, and
 * what it left in the background may stay.
 */
const script = `trap '' HUP INT QUIT TERM PIPE
groups=' '
pipes=
end=killed
while read -r order what; do
  case $order in
    +) groups="$groups$what " ;;
    -) case $groups in *" $what "*) groups="\${groups%%" $what "*} \${groups#*" $what "}" ;; esac ;;
    m) pipes="$pipes$what
"
      mkfifo -m 600 ${Array.from({ length: pipesAtOnce }, (_, n) => `"$what.${n}"`).join(" ")} 2>/dev/null; echo "$?" ;;
    q) end=quit ;;
  esac
done
set -f
if [ "$end" = killed ] && [ -n "$pipes" ]; then
  set +f
  holders=$(ls -l /proc/[0-9]*/fd 2>/dev/null | while read -r line; do
    case $line in
      /proc/*) pid=\${line#/proc/} pid=\${pid%%/*} ;;
      *" -> "*.fifo.*)
        IFS='
'
        set -f
        for pipe in $pipes; do case $line in *" -> $pipe."*) echo "$pid" ;; esac; done
        unset IFS ;;
    esac
  done)
  set -f
  groups="$groups$holders"
fi
case $groups in *[0-9]*) ;; *) exit ;; esac
for group in $groups; do kill -s TERM -- "-$group" || kill -s TERM "$group"; done 2>/dev/null
sleep 0.25 2>/dev/null || sleep 1
for group in $groups; do kill -s KILL -- "-$group" || kill -s KILL "$group"; done 2>/dev/null
`;

/**
 * A small process beside this one that outlives it by a moment: children must not go on when this process is killed in a
 * way that leaves it no time (SIGKILL, no memory left).
 */
interface Guard {
  order(text: string): void;
  /** The next line that it says, or null when it is gone. */
  answer(): Promise<string | null>;
  readonly isLost: () => boolean;
}

const watched = new Set<number>();
let current: Guard | null = null;

/** Where there is no `/bin/sh` there is no guard, and it is not asked for again. */
let isPossible = true;

/** The group is ended when this process is gone. */
export function watchGroup(group: number): void {
  guard()?.order(`+ ${group}`);
  watched.add(group);
}

export function forgetGroup(group: number): void {
  watched.delete(group);
  current?.order(`- ${group}`);
}

/** This process ends in good order, so that what was left in the background may stay. */
export function dismissGuard(): void {
  current?.order("q");
}

/** Makes the named pipes `PATH.0` to `PATH.15`. @returns false where they could not be made. */
export async function makeNamedPipes(path: string): Promise<boolean> {
  const maker = guard();
  // The shell reads the path from a line of its own and takes blanks at its ends away.
  if (maker === null || path.includes("\n") || path !== path.trim()) return false;
  const answer = maker.answer();
  maker.order(`m ${path}`);
  return (await answer) === "0";
}

/** Started when first needed, and again when somebody has ended it. */
function guard(): Guard | null {
  if (current?.isLost() === false) return current;
  if (!isPossible) return null;
  current = start();
  for (const group of watched) current.order(`+ ${group}`);
  return current;
}

function start(): Guard {
  // A group of its own: what ends ours must not end it.
  const child = spawn("/bin/sh", ["-c", script], {
    cwd: "/",
    env: { PATH: process.env["PATH"] ?? "/usr/bin:/bin" },
    stdio: ["pipe", "pipe", "ignore"],
    detached: true,
  });
  isPossible = child.pid !== undefined;
  const { stdin, stdout } = child;
  const waiting: ((answer: string | null) => void)[] = [];
  let isLost = !isPossible;
  const lose = () => {
    isLost = true;
    for (const resolve of waiting.splice(0)) resolve(null);
  };
  child.on("error", lose).on("exit", lose);
  stdin.on("error", lose);
  stdout.on("error", lose).on("data", (data: Buffer) => {
    for (const line of data.toString("latin1").trim().split("\n")) waiting.shift()?.(line);
  });
  // It must not keep this process alive.
  for (const part of [child, stdin, stdout]) unref(part);
  return {
    isLost: () => isLost,
    order: (text) => {
      if (!isLost) stdin.write(`${text}\n`);
    },
    answer: async () => {
      if (isLost) return null;
      const alive = setInterval(() => undefined, 60_000);
      try {
        return await new Promise<string | null>((resolve) => waiting.push(resolve));
      } finally {
        clearInterval(alive);
      }
    },
  };
}

/** The streams of a child are sockets, which their types do not say. */
function unref(part: object): void {
  if ("unref" in part && typeof part.unref === "function") part.unref();
}
