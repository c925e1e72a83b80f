import type { HealthCheck } from '../../core/model/check.ts';
import type { Colors } from '../terminal/output.ts';
import { plain } from './show.ts';

/** Groups of checks by the beginning of their names; what none names is about the memory. */
const GROUPS: readonly (readonly [group: string, names: RegExp])[] = [
  ['program', /^(?:node|sqlite|config|program|command|hook-runs|mcp|search)/],
  ['home', /^(?:home|disk|file-system|synced-folder|socket)/],
  ['worker', /^(?:worker|jobs|journal|log)/],
  ['agents', /^(?:setup|hooks|hook-fires|transcripts|deletes|agent)/],
  ['memory', /^/],
];
const NAME_COLUMNS = 9;

/** What is wrong, first what failed, each with what helps; then the rest, a line a group, or with `all` a line a check. */
export function showChecks(checks: readonly HealthCheck[], { all, colors }: { all: boolean; colors: Colors }): string {
  const wrong = [...of(checks, 'failed'), ...of(checks, 'warning')];
  const well = of(checks, 'ok');
  const told = all ? well : well.filter(({ fixed }) => fixed === true);
  const rest = all ? [] : groupLines(well, colors);
  return [
    ...wrong.map((check) => checkText(check, colors)),
    ...told.map((check) => checkText(check, colors)),
    ...rest,
  ].join('\n');
}

/** All checks as plain text that can be sent to others: the person's folder is `~`. */
export function reportOf(
  checks: readonly HealthCheck[],
  { version, userHome }: { version: string; userHome: string },
): string {
  const { platform, arch, versions } = process;
  const lines = [...of(checks, 'failed'), ...of(checks, 'warning'), ...of(checks, 'ok')].map(
    ({ name, status, message, fix }) =>
      `${status.padEnd(NAME_COLUMNS)}${name}: ${message}${status === 'ok' || fix === undefined ? '' : ` Fix: ${fix}`}`,
  );
  const text = [`cairn ${version}, ${platform} ${arch}, Node ${versions.node}`, '', ...lines].join('\n');
  return userHome.length > 1 ? text.replaceAll(userHome, '~') : text;
}

function of(checks: readonly HealthCheck[], status: HealthCheck['status']): HealthCheck[] {
  return checks.filter((check) => check.status === status);
}

function groupLines(well: readonly HealthCheck[], colors: Colors): string[] {
  const groups = Map.groupBy(well, ({ name }) => GROUPS.find(([, names]) => names.test(name))?.[0] ?? '');
  return GROUPS.flatMap(([group]) => {
    const names = groups.get(group)?.map(({ name }) => plain(name)) ?? [];
    return names.length === 0
      ? []
      : [`${colors.green('ok     ')} ${colors.bold(group.padEnd(NAME_COLUMNS))}${colors.dim(names.join(', '))}`];
  });
}

function checkText({ name, status, message, fix, fixed }: HealthCheck, colors: Colors): string {
  const mark =
    status === 'failed'
      ? colors.red('failed ')
      : status === 'warning'
        ? colors.yellow('look at')
        : colors.green(fixed ? 'mended ' : 'ok     ');
  const line = `${mark} ${colors.bold(plain(name))}  ${plain(message)}`;
  return status === 'ok' || fix === undefined ? line : `${line}\n        ${colors.dim('fix:')} ${plain(fix)}`;
}
