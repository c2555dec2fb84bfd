/** A place in a text: lines and columns from 1. */
export interface Place {
  readonly line: number;
  readonly column: number;
}

/** What the sandboxed frame tells the playground. */
export type FrameMessage =
  | { readonly kind: 'ready' }
  | { readonly kind: 'drew'; readonly characters: number }
  | { readonly kind: 'said'; readonly level: 'log' | 'warn' | 'error'; readonly text: string }
  | { readonly kind: 'failed'; readonly text: string; readonly place?: Place };

/** Something that the compiler found in the program. */
export interface Problem {
  /** Offsets in the text. */
  readonly from: number;
  readonly to: number;
  readonly text: string;
  readonly isSyntax: boolean;
}

/** A name that fits at a place. */
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

/** What the compiler's worker does; each call is one message there and one back. */
export interface Compiler {
  /** Compiles without a look at types. */
  compile(source: string): Promise<Compiled>;
  /** The program without its types, to be read by people. */
  toJavaScript(source: string): Promise<string>;
  findProblems(source: string): Promise<readonly Problem[]>;
  suggest(source: string, position: number): Promise<readonly Suggestion[]>;
  /** Type and documentation of what is at a place; undefined where there is nothing to tell. */
  explain(source: string, position: number): Promise<string | undefined>;
}
