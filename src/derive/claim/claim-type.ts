/** What one sentence claims: of what (`subject`), what it is (`value`), and what it was before (`former`); telling words. */
export interface Claim {
  /**
   * `states`: how it is. `changes`: how it is, and that it was otherwise. `ends`: that `former` is no more.
   * `retracts`: that what is named is to be forgotten; all its words are the subject.
   */
  says: 'states' | 'changes' | 'ends' | 'retracts';
  subject: string[];
  value: string[];
  former: string[];
  /** Said in order to be remembered. */
  deliberate: boolean;
  /** Share of the text that the sentence takes. */
  share: number;
}
