#!/bin/sh
# Cairn's hook: hook AGENT EVENT [project] [armed|refusing], payload on stdin. Hands it to the worker, else to hook.cjs, which keeps it for later.
# An agent never waits or breaks because of it: it prints a whole answer or nothing, complains to nobody and exits 0.
# A shell ends with 2 when a redirection fails, by which some agents refuse the call.
trap 'exit 0' EXIT
command exec 2>/dev/null
trap '' PIPE
[ -t 0 ] && exit 0

CAIRN_HOME=@HOME@
HOME=@PERSON@
node=@NODE@
app=@APP@
# A hook of a repository's own files, where the same agent is set up for this person: that one tells.
[ "$3" = project ] && [ -e "$CAIRN_HOME/agents/$1" ] && exit 0
# A hook that only tripwires need, and none waits; or one that only refuses calls, and none may be refused.
case " $* " in
  (*' armed ') [ -e "$CAIRN_HOME/tripwires" ] || exit 0 ;;
  (*' refusing ') read -r mode <"$CAIRN_HOME/tripwires" && [ "$mode" = block ] || exit 0 ;;
esac
# What is made is for its owner alone: Node makes the folder of its cache, and the home with it.
umask 077
# Programs of the system alone: what a project puts on the path is not run, nor what it tells Node and its TLS to load, to trust
# or to leave unchecked. Nor is its HOME the person's, whose settings git and Cairn read.
PATH=/usr/bin:/bin:/usr/local/bin:/opt/homebrew/bin:/run/current-system/sw/bin
unset NODE_OPTIONS NODE_PATH NODE_DEBUG NODE_V8_COVERAGE NODE_ICU_DATA NODE_CHANNEL_FD NODE_REDIRECT_WARNINGS \
  NODE_EXTRA_CA_CERTS NODE_TLS_REJECT_UNAUTHORIZED SSL_CERT_FILE SSL_CERT_DIR OPENSSL_CONF OPENSSL_MODULES OPENSSL_ENGINES \
  LD_PRELOAD LD_AUDIT LD_LIBRARY_PATH DYLD_INSERT_LIBRARIES DYLD_LIBRARY_PATH DYLD_FRAMEWORK_PATH
NODE_COMPILE_CACHE=$CAIRN_HOME/cache
export CAIRN_HOME HOME PATH NODE_COMPILE_CACHE

read -r delivery </proc/sys/kernel/random/uuid || delivery=$(uuidgen) || delivery=$$-$(date +%s)
[ -x "$node" ] || node=$(command -v node)
# Without a Node that can run it nothing is kept (3: it is too old), which those agents show that take a message to the person so.
record() {
  "$node" "$app/hook.cjs" "$1" "$2" "$delivery" "$3"
  case "$? $2 $1" in
    ('3 SessionStart '*|12[67]' SessionStart '*) ;;
    (*) return ;;
  esac
  case $1 in
    (claude-code|codex|qwen-code|droid|vscode)
      printf '{"systemMessage":"Cairn keeps nothing, tells nothing and refuses no call: its hooks find no Node that can run them. Install Node 24.15 or later where it is missing, then run: cairn setup"}\n' ;;
  esac
}

# A hook waited for the worker in vain a moment ago: this one does not. A clock that was put back ends that as well.
silent=
read -r silent <"$CAIRN_HOME/worker.silent"
case $silent in
  (''|0*|*[!0-9]*|???????????*) ;;
  (*)
    waited=$(($(date +%s) - silent))
    if [ $waited -ge 0 ] && [ $waited -lt @SILENT_S@ ]; then
      record "$1" "$2" silent
      exit 0
    fi
    ;;
esac

# No worker: nothing was read yet, so that hook.cjs reads the payload itself. A socket, or a folder of one, that is not this
# user's own may be a stranger's who took their place. The script works in that folder: no other can take its place now.
socket=
read -r socket <"$CAIRN_HOME/worker.socket"
name=./${socket##*/}
if ! cd -P "${socket%/*}/" || [ ! -O . ] || [ ! -S "$name" ] || [ ! -O "$name" ] || [ ! -e /dev/fd/0 ] || ! command -v curl >/dev/null || ! command -v tee >/dev/null; then
  record "$1" "$2"
  exit 0
fi

# The payload goes to curl and into a variable at once: what curl has read is gone, and nothing of it may lie on a disk.
line='
'
# A copy of 1 onto itself would not show dash that it is closed.
command true 5>&1 || command exec >/dev/null
exec 5>&1
payload=$(
  exec 4>&1
  answer=$(
    tee /dev/fd/4 |
      curl -q --noproxy '*' -fsS -H 'Expect:' -H 'Content-Type: application/json' -H "x-cairn-delivery: $delivery" \
        --connect-timeout @CONNECT_S@ --max-time @ANSWER_S@ --unix-socket "$name" -X POST -T - "http://cairn/hook/$1/$2" 4>&- 5>&-
  )
  failure=$?
  case $failure$line$answer in
    ("0$line$delivery") ;;
    ("0$line$delivery$line"*) printf '%s\n' "${answer#*"$line"}" >&5 ;;
    ("0$line"*) exit 1 ;;
  esac
  exit $failure
)
failure=$?
# Without the copy of stdout: a worker that hook.cjs starts would keep it open, and the agent waiting.
exec 5>&-
[ $failure -eq 0 ] || printf '%s' "$payload" | record "$1" "$2" "$failure"
exit 0
