import type { LogEntry } from '../../../src/api/home-answers.ts';
import { place, setQuery } from '../../app/router.ts';
import { useCall } from '../../client/use-call.ts';
import { Badge } from '../../parts/badge.tsx';
import { Segments } from '../../parts/chip.tsx';
import { Answered } from '../../parts/states.tsx';
import { StoredText } from '../../parts/stored-text.tsx';
import { Time } from '../../parts/time.tsx';

const LEVELS = [
  { value: 'error', label: 'Errors' },
  { value: 'info', label: 'Notices' },
  { value: 'debug', label: 'All' },
] as const;
const SHOWN = 200;

const BADGES: Readonly<Record<LogEntry['level'], { icon: 'failed' | 'stated' | 'unknown'; tone: 'bad' | '' }>> = {
  error: { icon: 'failed', tone: 'bad' },
  info: { icon: 'stated', tone: '' },
  debug: { icon: 'unknown', tone: '' },
};

/** The last lines of the log, newest first: what Cairn did, never what a session said. */
export function LogList() {
  const asked = place.value.query.get('log');
  const level = LEVELS.find(({ value }) => value === asked)?.value ?? 'info';
  const log = useCall('log', { level, limit: SHOWN }, { live: 20 });
  return (
    <section aria-label="Log" id="log">
      <header class="log-head">
        <h2>Log</h2>
        <p class="dim small-text">
          What Cairn did, never what a session said. <code>{log.value?.file}</code>
        </p>
        <Segments
          label="Lines"
          value={level}
          choices={LEVELS}
          onChange={(next) => setQuery({ log: next === 'info' ? undefined : next })}
        />
      </header>
      <Answered result={log} failed="The log could not be read." rows={4}>
        {({ entries }) =>
          entries.length === 0 ? (
            <p class="quiet small-text">No line of this level.</p>
          ) : (
            <ol class="log">
              {entries.map((entry, at) => (
                <li key={`${entry.at} ${at}`}>
                  <Time at={entry.at} as="clock" />
                  <span class="quiet">
                    <Time at={entry.at} as="day" />
                  </span>
                  <Badge {...BADGES[entry.level]}>{entry.level}</Badge>
                  <span class="quiet hide-s">
                    {entry.process}[{entry.pid}]
                  </span>
                  <div class="grow">
                    <StoredText text={entry.message} />
                  </div>
                </li>
              ))}
            </ol>
          )
        }
      </Answered>
    </section>
  );
}
