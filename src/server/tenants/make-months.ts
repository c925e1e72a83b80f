import { ignore } from '../../platform/ignored.ts';
import type { PgPool } from '../../platform/postgres/postgres.ts';
import { makeEventMonths } from '../../store/postgres/team/event-months.ts';

/** Milliseconds between two looks: a table is made three months before its first event. */
const LOOK_MS = 86_400_000;

/** Makes the tables of the coming months now and each day, beside other servers that do the same. Ends with `close`. */
export function keepMakingMonths(pool: PgPool, log: (message: string) => void): { close(): Promise<void> } {
  let running = Promise.resolve();
  const make = (): void => {
    running = makeEventMonths(pool).then(
      (made) => {
        if (made.length > 0) log(`made the tables ${made.join(', ')}`);
      },
      // Events stay in the last month made until this goes well.
      (error: unknown) => ignore(error, 'the tables of the coming months could not be made'),
    );
  };
  const timer = setInterval(make, LOOK_MS).unref();
  make();
  return {
    close() {
      clearInterval(timer);
      return running;
    },
  };
}
