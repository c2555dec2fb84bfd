import {
  autocompletion,
  type CompletionContext,
  closeBrackets,
  completionKeymap,
} from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands';
import { javascript } from '@codemirror/lang-javascript';
import {
  bracketMatching,
  defaultHighlightStyle,
  foldGutter,
  foldKeymap,
  indentOnInput,
  syntaxHighlighting,
} from '@codemirror/language';
import { type Diagnostic, lintGutter, lintKeymap, setDiagnostics } from '@codemirror/lint';
import { EditorState } from '@codemirror/state';
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  hoverTooltip,
  keymap,
  lineNumbers,
} from '@codemirror/view';
import type { Compiler, Problem } from './messages.js';

/** TypeScript's kinds of names that have an icon in the editor. */
const KINDS: Readonly<Record<string, string>> = {
  method: 'method',
  property: 'property',
  getter: 'property',
  function: 'function',
  class: 'class',
  interface: 'interface',
  alias: 'variable',
  const: 'constant',
  let: 'variable',
  var: 'variable',
  keyword: 'keyword',
};

export interface EditorOptions {
  readonly parent: HTMLElement;
  readonly compiler: Compiler;
  /** Called whenever the reader changes the program. */
  onChange(): void;
  /** Called when the reader runs the program. */
  onRun(): void;
}

/** A CodeMirror editor with completion, documentation and errors from TypeScript's language service. */
export function createEditor({ parent, compiler, onChange, onRun }: EditorOptions): EditorView {
  const suggest = async (context: CompletionContext) => {
    const word = context.matchBefore(/[\w$]*/);
    const isAsked = context.explicit || context.matchBefore(/[\w$.'"]/);
    if (!isAsked || !word) return null;
    const found = await compiler.suggest(context.state.doc.toString(), context.pos);
    const options = found.map(({ name, kind, order }) => ({
      label: name,
      type: KINDS[kind] ?? 'text',
      // TypeScript sorts globals last.
      boost: order > '11' ? -order.length : 1,
    }));
    return { from: word.from, options, validFor: /^[\w$]*$/ };
  };
  const explain = hoverTooltip(async (view, position) => {
    const text = await compiler.explain(view.state.doc.toString(), position);
    if (!text) return null;
    const dom = document.createElement('div');
    dom.className = 'explanation';
    dom.textContent = text;
    return { pos: position, create: () => ({ dom }) };
  });
  const editor = new EditorView({
    parent,
    state: EditorState.create({
      extensions: [
        [lineNumbers(), foldGutter(), lintGutter(), history(), drawSelection(), indentOnInput()],
        [bracketMatching(), closeBrackets(), highlightActiveLine(), highlightActiveLineGutter()],
        syntaxHighlighting(defaultHighlightStyle),
        javascript({ typescript: true, jsx: true }),
        autocompletion({ override: [suggest] }),
        explain,
        EditorView.lineWrapping,
        EditorView.contentAttributes.of({ 'aria-label': 'Program. Escape, then Tab, leaves the editor.' }),
        EditorView.updateListener.of(({ docChanged }) => docChanged && onChange()),
        keymap.of([
          {
            key: 'Mod-Enter',
            run: () => {
              onRun();
              return true;
            },
            preventDefault: true,
          },
          ...[...completionKeymap, ...defaultKeymap, ...historyKeymap, ...foldKeymap, ...lintKeymap],
          indentWithTab,
        ]),
      ],
    }),
  });
  // Keys scroll only elements that can have the focus.
  editor.scrollDOM.tabIndex = 0;
  return editor;
}

/** Underlines the compiler's problems. */
export function underline(editor: EditorView, problems: readonly Problem[]): void {
  const { length } = editor.state.doc;
  const diagnostics = problems.map(
    ({ from, to, text }): Diagnostic => ({
      from: Math.min(from, length),
      to: Math.min(to, length),
      severity: 'error',
      message: text,
    }),
  );
  editor.dispatch(setDiagnostics(editor.state, diagnostics));
}
