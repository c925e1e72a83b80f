import { toCairnError } from '../errors.ts';

/** One check of `doctor`, with its result. */
export interface HealthCheck {
  /** Short and stable, such as `hook-fires:claude-code`. */
  name: string;
  status: 'ok' | 'warning' | 'failed';
  /** What was found. */
  message: string;
  /** Why it matters and what helps: a command. */
  fix?: string;
  /** True when `--fix` can mend it. */
  fixable?: boolean;
  fixed?: boolean;
}

/**
 * A check before it is reported: `mend` repairs it and returns a sentence about what it did, or throws what prevented
 * that.
 */
export interface HealthFinding extends HealthCheck {
  mend?: () => string | Promise<string>;
}

/** Turns findings into checks. With `fix`, repairs the fixable ones one after the other and reports that. */
export async function toChecks(findings: readonly HealthFinding[], { fix }: { fix: boolean }): Promise<HealthCheck[]> {
  const checks: HealthCheck[] = [];
  for (const { mend, ...check } of findings) {
    if (mend === undefined || check.status === 'ok') checks.push(check);
    else if (!fix) checks.push({ ...check, fixable: true });
    else checks.push(await mended(check, mend));
  }
  return checks;
}

/** Runs one check and returns its findings. A check that itself fails becomes a failed check under the given name. */
export async function runCheck(
  name: string,
  look: () => HealthFinding[] | Promise<HealthFinding[]>,
): Promise<HealthFinding[]> {
  try {
    return await look();
  } catch (error) {
    const { message, fix } = toCairnError(error);
    return [{ name, status: 'failed', message, ...(fix === undefined ? {} : { fix }) }];
  }
}

async function mended(check: HealthCheck, mend: NonNullable<HealthFinding['mend']>): Promise<HealthCheck> {
  try {
    const done = await mend();
    return { name: check.name, status: 'ok', message: `${check.message} Repaired: ${done}`, fixed: true };
  } catch (error) {
    const message = `${check.message} It could not be repaired: ${toCairnError(error).message}`;
    return { ...check, message, fixable: true };
  }
}
