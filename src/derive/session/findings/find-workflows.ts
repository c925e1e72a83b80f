import type { Item } from '../../../core/model/item.ts';
import { detailOfKind } from '../../../core/model/item.ts';
import { wordSet } from '../../../core/text/word-set.ts';
import { commandOfItem } from '../../failure/item-command.ts';
import { commandName, mainCommands } from '../../tool/main-commands.ts';
import type { FindingSet } from './finding-set.ts';

const MAX_LENGTH = 5;
const MAX_STEPS = 40;
const KEY_JOINT = ' > ';
/** Commands that only look, move files or wait: they are no steps of a workflow. */
const LOOKING = wordSet(
  `ls ll cat cd pwd echo printf head tail less more grep egrep fgrep rg ag ack find fd which whereis type command wc sort uniq
  sed awk jq yq tr cut xargs stat file tree du df ps top env printenv date sleep true false test [ [[ cp mv rm mkdir rmdir touch
  chmod chown ln diff cmp tee kill pkill killall lsof history man basename dirname realpath readlink seq for while if read
  export set unset source . local return exit wait trap curl wget open clear whoami id uname hostname tput nl column strings xxd
  od md5sum sha256sum shasum nproc free uptime bash sh zsh python python3 node ruby perl deno`,
);
const GIT_LOOKING = wordSet(
  'status log diff show branch rev-parse ls-files blame remote grep fetch describe config reflog shortlog cat-file ls-tree merge-base',
);

/** Finds sequences of two to five successful commands within a turn, without those that only look. */
export class WorkflowFinder {
  readonly #findings: FindingSet;
  /** The commands of the current turn, by subagent. */
  readonly #turns = new Map<string, { turn: string; steps: { name: string; item: Item }[] }>();

  constructor(findings: FindingSet) {
    this.#findings = findings;
  }

  take(item: Item): void {
    const { observation, success, failure, subagent = '', prompt = '' } = detailOfKind(item, 'observation');
    if (observation !== 'command' || success !== true || failure !== undefined) return;
    const names = stepsOf(item);
    if (names.length === 0) return;
    let thread = this.#turns.get(subagent);
    if (thread === undefined || thread.turn !== prompt) {
      if (thread !== undefined) this.#close(thread.steps);
      thread = { turn: prompt, steps: [] };
      this.#turns.set(subagent, thread);
    }
    for (const name of names) {
      if (thread.steps.at(-1)?.name !== name && thread.steps.length < MAX_STEPS) thread.steps.push({ name, item });
    }
  }

  end(): void {
    for (const { steps } of this.#turns.values()) this.#close(steps);
    this.#turns.clear();
  }

  /** Adds each sequence of a turn once, also those that are part of a longer one. */
  #close(steps: readonly { name: string; item: Item }[]): void {
    const seen = new Set<string>();
    for (let length = 2; length <= MAX_LENGTH; length += 1) {
      for (let from = 0; from + length <= steps.length; from += 1) {
        const part = steps.slice(from, from + length);
        const names = part.map(({ name }) => name);
        const key = names.join(KEY_JOINT);
        if (new Set(names).size < length || seen.has(key) || key.length > 200) continue;
        seen.add(key);
        const last = part[part.length - 1]?.item;
        if (last === undefined) continue;
        this.#findings.add({
          kind: 'workflow',
          key,
          at: last.at,
          evidence: [last.id],
          author: 'agent',
          exposed: false,
          label: names.join(', then '),
          detail: { steps: names },
        });
      }
    }
  }
}

/** Programs with subcommands that an item ran, without those that only look. */
function stepsOf(item: Item): string[] {
  const line = commandOfItem(item);
  if (line === undefined) return [];
  return mainCommands(line).flatMap((command) => {
    const name = commandName(command);
    if (name === undefined || LOOKING.has(command.program)) return [];
    return command.program === 'git' && GIT_LOOKING.has(name.split(' ')[1] ?? '') ? [] : [name];
  });
}
