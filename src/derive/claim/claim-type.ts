/** One claim of a sentence: `subject` has `value` and had `former` before, each as content words. */
export interface Claim {
  /**
   * `states`: the subject has the value. `changes`: it has the value now and had another before. `ends`: `former` is no
   * longer used. `retracts`: the thing named is to be forgotten; all its words are the subject.
   */
  says: 'states' | 'changes' | 'ends' | 'retracts';
  subject: string[];
  value: string[];
  former: string[];
  /** True when the author says it in order to have it remembered. */
  deliberate: boolean;
  /** Length of the sentence as a share of its text, 0 to 1. */
  share: number;
}
