import { toCairnError } from '../errors.ts';

/** One thing that `doctor` looked at. */
export interface HealthCheck {
  /** Short and stable: `hook-fires:claude-code`. */
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

/** A check before it is told: `mend` puts it right and gives a sentence of what it did, or throws what kept it from that. */
export interface HealthFinding extends HealthCheck {
  mend?: () => string | Promise<string>;
}

/** Findings as checks. With `fix` what can be mended is, one after the other, and says so. */
export async function toChecks(findings: readonly HealthFinding[], { fix }: { fix: boolean }): Promise<HealthCheck[]> {
  const checks: HealthCheck[] = [];
  for (const { mend, ...check } of findings) {
    if (mend === undefined || check.status === 'ok') checks.push(check);
    else if (!fix) checks.push({ ...check, fixable: true });
    else checks.push(await mended(check, mend));
  }
  return checks;
}

/** What a look at something found. A look that itself fails is a failed check under the given name. */
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
    return { name: check.name, status: 'ok', message: `${check.message} Mended: ${done}`, fixed: true };
  } catch (error) {
    const message = `${check.message} It could not be mended: ${toCairnError(error).message}`;
    return { ...check, message, fixable: true };
  }
}
