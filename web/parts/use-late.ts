import { useEffect, useState } from 'preact/hooks';

/** Nothing is shown of a wait that is shorter than this, in milliseconds. */
const LATE_MS = 200;

/** True once `isWaiting` has been true for 200 ms. */
export function useLate(isWaiting: boolean): boolean {
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    if (!isWaiting) return undefined;
    const timer = setTimeout(() => setLate(true), LATE_MS);
    return () => {
      clearTimeout(timer);
      setLate(false);
    };
  }, [isWaiting]);
  return isWaiting && isLate;
}
