import { readTextIfThere } from '../files.ts';

/**
 * Whether a process runs. One that ended does not, also while its parent has not asked how: that can take for ever in a
 * container whose first process asks for nobody.
 */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false;
    throw error;
  }
  return process.platform !== 'linux' || !isZombie(pid);
}

/** The state is the field after the name, which is in parentheses and may hold any: proc_pid_stat(5). */
function isZombie(pid: number): boolean {
  const stat = readTextIfThere(`/proc/${pid}/stat`) ?? '';
  return /^[ZX]/.test(stat.slice(stat.lastIndexOf(')') + 2));
}
