/** Who did an act. */
export interface DoneBy {
  /** True with evidence of a person. */
  person: boolean;
  /** The terminal at which the worker found the person. */
  terminal?: string;
}

/** A person renamed a project. */
export interface Renamed extends DoneBy {
  kind: 'renamed';
  /** Public id of the project. */
  target: string;
  /** Empty: its own name counts again. */
  name: string;
}

/** A person merged a project into another, or took that back. */
export interface Merged extends DoneBy {
  kind: 'merged';
  /** Public id of the project. */
  target: string;
  /** Public id of the project that it goes into; empty: it stands for itself again. */
  into: string;
}
