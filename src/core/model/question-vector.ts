/** A question as a vector of unit length, and the name of the model that made it. */
export interface QuestionVector {
  model: string;
  vector: Float32Array;
  /** Of the memories' vectors only those that were made until this one, by number: later pages see what the first one saw. */
  upTo?: number;
}
