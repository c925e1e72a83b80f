import type { Memory } from '../../api/contract.ts';
import type { UpdateInput } from '../../api/requests.ts';
import { CairnError } from '../../core/errors.ts';
import type { CliContext } from '../terminal/command.ts';
import { whyNoPerson } from '../terminal/person-evidence.ts';

/** What a person does to a memory, and how it is taken back. */
export interface PersonChange {
  changes: UpdateInput;
  back: UpdateInput;
  /** What the last line says once it is done. */
  said: string;
  /** What only a person does, as the end of a sentence. */
  what: string;
}

/** Judgements in a person's name, the last of which can be taken back. */
export interface Judge {
  /** Says what was done. Throws `not_allowed` where no person is at the terminal. */
  change(id: string, change: PersonChange): Promise<string>;
  /** Takes the latest one back that was not yet. */
  undo(): Promise<string>;
  /** Throws `not_allowed` where no person is at the terminal; `what`: what only a person does. */
  assertPerson(what: string): void;
}

/** Upper bound on the changes that can be taken back. */
const MOST = 100;

/** Builds it over a memory of its own: the others ask in nobody's name. `done` takes how it was judged: `undefined` for what was taken back, or not judged. */
export function createJudge(context: CliContext, done: (id: string, status: string | undefined) => void): Judge {
  let memory: Memory | undefined;
  const before: { id: string; back: UpdateInput }[] = [];
  const update = async (id: string, changes: UpdateInput, status?: string): Promise<void> => {
    memory ??= context.openMemory({ person: true });
    await memory.update(id, changes, { signal: context.io.signal });
    done(id, status);
  };
  const assertPerson = (what: string): void => {
    const why = whyNoPerson(context.io);
    if (why !== undefined) throw new CairnError('not_allowed', `Only a person ${what}, and ${why}.`);
  };
  return {
    assertPerson,
    async change(id, { changes, back, said, what }) {
      assertPerson(what);
      await update(id, changes, changes.status);
      before.push({ id, back });
      if (before.length > MOST) before.shift();
      return `${id} ${said}`;
    },
    async undo() {
      const last = before.pop();
      if (last === undefined) return 'Nothing to take back.';
      await update(last.id, last.back);
      return `${last.id} is as it was before`;
    },
  };
}
