// A lock between processes that needs nothing but a folder. A claim is a file named after its process; claims of
// processes that are gone do not count, so a killed set-up leaves nothing to clean.
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const GIVE_UP_MS = 15 * 60_000;

/** Runs `work` while no other live process holds the folder; `onWait` hears the pid it waits for, once. */
export async function withLock(folder, work, onWait) {
  const claim = join(folder, String(process.pid));
  const deadline = Date.now() + GIVE_UP_MS;
  let told = false;
  mkdirSync(folder, { recursive: true });
  while (!tryClaim(folder, claim)) {
    const [holder] = liveOthers(folder);
    if (Date.now() > deadline) throw stillHeld(folder, holder);
    if (!told && holder !== undefined) onWait(holder);
    told ||= holder !== undefined;
    await sleep(50 + Math.random() * 150);
  }
  try {
    return await work();
  } finally {
    rmSync(claim, { force: true });
  }
}

// Written first, then looked around: of two claims made at once at least one sees the other and steps back.
function tryClaim(folder, claim) {
  if (liveOthers(folder).length > 0) return false;
  writeFileSync(claim, '');
  if (liveOthers(folder).length === 0) return true;
  rmSync(claim, { force: true });
  return false;
}

function liveOthers(folder) {
  const others = readdirSync(folder)
    .map(Number)
    .filter((pid) => pid !== process.pid);
  const live = others.filter(isAlive);
  for (const pid of others) if (!live.includes(pid)) rmSync(join(folder, String(pid)), { force: true });
  return live;
}

function stillHeld(folder, holder) {
  const error = new Error(`Another set-up, process ${holder ?? 'unknown'}, has not ended for 15 minutes.`);
  return Object.assign(error, { fix: `end it, or remove ${folder}` });
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}
