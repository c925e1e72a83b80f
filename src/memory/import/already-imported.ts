import { hash53 } from '../../core/hash.ts';
import { canonicalJson } from '../../core/json.ts';
import type { EventBody, RawEvent } from '../../core/model/event.ts';
import { oneLine } from '../../core/text/text.ts';
import { IMPORTERS } from '../../importers/registry.ts';
import { redact } from '../../privacy/redact.ts';
import type { Log } from '../../store/contract/log.ts';
import { selectedEvents } from '../runtime/logged-events.ts';

const KINDS = ['prompt', 'message', 'tool.end'] as const;
/** Upper bound on sessions whose words are in memory, as hashes. */
const SESSIONS_HELD = 50;

/**
 * What agents already reported of sessions that another product has under the same id, so that nothing is imported
 * twice.
 */
export class AlreadyImported {
  readonly #log: Log;
  readonly #sessions = new Map<string, Promise<ReadonlySet<number>>>();

  constructor(log: Log) {
    this.#log = log;
  }

  /** True when the session's agent reported the same prompt, message or tool call. */
  async has({ agentSession, body }: RawEvent): Promise<boolean> {
    const words = wordsOf(body);
    if (words === undefined) return false;
    const known = this.#sessions.get(agentSession) ?? this.#read(agentSession);
    if (this.#sessions.size >= SESSIONS_HELD) this.#sessions.clear();
    this.#sessions.set(agentSession, known);
    return (await known).has(words);
  }

  async #read(named: string): Promise<ReadonlySet<number>> {
    const rows = await this.#log.sessions({ named, limit: 10 });
    const reported = new Set<number>();
    for (const { id, agent } of rows) {
      if (IMPORTERS.some(({ name }) => name === agent)) continue;
      for await (const { body } of selectedEvents(this.#log, { session: id, kinds: KINDS })) {
        const words = wordsOf(body);
        if (words !== undefined) reported.add(words);
      }
    }
    return reported;
  }
}

/** A hash of what was said or done, as it is stored; `undefined` for events that products describe in their own words. */
function wordsOf(body: EventBody): number | undefined {
  if (body.kind === 'prompt' || body.kind === 'message') return hash53(`${body.kind} ${kept(body.text)}`);
  return body.kind === 'tool.end' ? hash53(`${body.tool} ${kept(canonicalJson(body.input))}`) : undefined;
}

function kept(text: string): string {
  return oneLine(redact(text).text);
}
