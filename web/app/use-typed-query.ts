import { useEffect, useRef, useState } from 'preact/hooks';
import { place, setQuery } from './router.ts';

/**
 * Words that a field writes into the field `name` of the query: the view has them at once, the address `waitMs` milliseconds after
 * the last key. What was selected goes with the first key, so that a row chosen meanwhile stays. Back, forward and links lead.
 */
export function useTypedQuery(name: string, waitMs: number): [string, (words: string) => void] {
  const given = place.value.query.get(name) ?? '';
  const [words, setWords] = useState(given);
  const written = useRef(given);
  useEffect(() => {
    if (given === written.current) return;
    written.current = given;
    setWords(given);
  }, [given]);
  useEffect(() => {
    if (words.trim() === written.current.trim()) return undefined;
    const timer = setTimeout(() => {
      written.current = words.trim();
      setQuery({ [name]: written.current });
    }, waitMs);
    return () => clearTimeout(timer);
  }, [words]);
  const type = (typed: string): void => {
    setQuery({ sel: undefined });
    setWords(typed);
  };
  return [words, type];
}
