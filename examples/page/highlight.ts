const KEYWORDS =
  'as|async|await|break|case|class|const|continue|else|export|extends|false|for|from|function|if|import|in|' +
  'interface|let|new|null|of|readonly|return|switch|this|throw|true|type|typeof|undefined|void|while';

/** Patterns of TypeScript's coloured tokens, in the order of the attempts. */
const TOKENS = new RegExp(
  [
    String.raw`(?<comment>//[^\n]*|/\*[^]*?\*/)`,
    String.raw`(?<string>'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|\`(?:\\.|[^\`\\])*\`)`,
    String.raw`(?<keyword>(?<![.\w])(?:${KEYWORDS})\b)`,
    String.raw`(?<number>\b\d[\d_.]*\b)`,
    String.raw`(?<call>\b[a-z]\w*(?=\())`,
  ].join('|'),
  'g',
);

/** TypeScript as text and coloured spans, whose classes are the names of the tokens. */
export function highlight(source: string): (string | HTMLSpanElement)[] {
  const pieces: (string | HTMLSpanElement)[] = [];
  let end = 0;
  for (const { 0: text, index, groups = {} } of source.matchAll(TOKENS)) {
    const span = document.createElement('span');
    span.className = Object.keys(groups).find((name) => groups[name] !== undefined) ?? '';
    span.textContent = text;
    pieces.push(source.slice(end, index), span);
    end = index + text.length;
  }
  return [...pieces, source.slice(end)];
}
