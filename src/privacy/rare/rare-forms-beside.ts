import { lazy } from '../../core/lazy.ts';
import type * as RareForms from './rare-forms.ts';

let load: (() => typeof RareForms) | undefined;

/** Says where the file of the rules for rare forms is loaded from; it is loaded once, when an anchor of theirs is met. */
export function loadRareFormsBy(loader: () => typeof RareForms): void {
  load = loader;
}

/** What stands in the place of `rareForms` where these rules are in a file of their own, as the build says. */
export const rareForms = lazy((): typeof RareForms.RARE_FORMS => {
  if (load === undefined) throw new Error('no rare forms');
  return load().RARE_FORMS;
});
