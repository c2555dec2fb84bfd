/** A place in a text: lines and columns from 1. */
export interface Place {
  readonly line: number;
  readonly column: number;
}

/** Messages of the sandboxed frame to the playground. */
export type FrameMessage =
  | { readonly kind: 'ready' }
  | { readonly kind: 'drew'; readonly characters: number }
  | { readonly kind: 'said'; readonly level: 'log' | 'warn' | 'error'; readonly text: string }
  | { readonly kind: 'failed'; readonly text: string; readonly place?: Place };

/** A problem that the compiler found in the program. */
export interface Problem {
  /** Offsets in the text. */
  readonly from: number;
  readonly to: number;
  readonly text: string;
  readonly isSyntax: boolean;
}

/** A completion for a position. */
export interface Suggestion {
  readonly name: string;
  readonly kind: string;
  readonly order: string;
}

/** A program that a page can run. */
export interface Compiled {
  readonly javascript: string;
  /** From the lines of `javascript` to those of the program, as JSON. */
  readonly sourceMap: string;
}

/** Methods of the compiler's worker; each call is one message and one answer. */
export interface Compiler {
  /** Compiles without checking types. */
  compile(source: string): Promise<Compiled>;
  /** The program without its types, for readers. */
  toJavaScript(source: string): Promise<string>;
  findProblems(source: string): Promise<readonly Problem[]>;
  suggest(source: string, position: number): Promise<readonly Suggestion[]>;
  /** Type and documentation of the name at a position; undefined without one. */
  explain(source: string, position: number): Promise<string | undefined>;
}
