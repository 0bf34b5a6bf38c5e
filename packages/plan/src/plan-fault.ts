/** One fault of a plan. */
export interface PlanFault {
  /** JSON pointer; empty for the whole. */
  readonly pointer: string;
  /** One sentence that names the place in words and says what is wrong there. */
  readonly message: string;
}

/** Reports one fault: where, and in which words. */
export type Report = (pointer: string, words: string) => void;
