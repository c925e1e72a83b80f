/** The most milliseconds for which the thread worked at something without letting anything else run. */
export async function worstPause(work: () => Promise<unknown>): Promise<number> {
  let worst = 0;
  let isOver = false;
  let before = process.threadCpuUsage();
  const look = (): void => {
    const { user, system } = process.threadCpuUsage(before);
    worst = Math.max(worst, (user + system) / 1_000);
    before = process.threadCpuUsage();
    if (!isOver) setImmediate(look);
  };
  setImmediate(look);
  await work();
  isOver = true;
  look();
  return worst;
}
