import ts from 'typescript';

/** The public surface of a package. */
export interface Api {
  /** Every exported declaration, without comments, and the names of declarations that they refer to. */
  readonly report: string;
  /** Number of exported names. */
  readonly exported: number;
}

/**
 * Reads built declaration files.
 *
 * @param entries what a program imports → the declaration file of it
 */
export function describeApi(entries: ReadonlyMap<string, string>): Api {
  const program = ts.createProgram([...entries.values()], {
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    skipLibCheck: true,
    types: [],
  });
  const checker = program.getTypeChecker();
  const home = new Map<ts.Symbol, string>();
  const sections: string[] = [];
  for (const [entry, path] of entries) {
    const module = checker.getSymbolAtLocation(program.getSourceFile(path) as ts.SourceFile);
    if (!module) throw new Error(`${path} is no module: build the package first.`);
    const lines = checker
      .getExportsOfModule(module)
      .toSorted((a, b) => (a.name < b.name ? -1 : 1))
      .map((symbol) => {
        const target = resolve(symbol, checker);
        const first = home.get(target);
        if (first !== undefined) return `// ${symbol.name}: as in ${first}`;
        home.set(target, entry);
        return printDeclarations(target);
      });
    sections.push(`==== ${entry} ====\n\n${lines.join('\n\n')}\n`);
  }
  const hidden = listHidden(program, checker, new Set(home.keys()), [...entries.values()]);
  sections.push(`==== declared, not exported ====\n\n${hidden.join('\n')}\n`);
  return { report: sections.join('\n\n'), exported: home.size };
}

function resolve(symbol: ts.Symbol, checker: ts.TypeChecker): ts.Symbol {
  return symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
}

const printer = ts.createPrinter({ removeComments: true });

function printDeclarations({ declarations = [] }: ts.Symbol): string {
  return declarations
    .map((declaration) => {
      const statement = ts.isVariableDeclaration(declaration) ? declaration.parent.parent : declaration;
      return (
        printer
          .printNode(ts.EmitHint.Unspecified, statement, declaration.getSourceFile())
          .replace(/^(?:export )?(?:declare )?/, '')
          // `#private` declares that a class has private fields.
          .replace(/^ +#private;\n/gm, '')
      );
    })
    .join('\n');
}

/** Declarations in the package's own files that no entry exports: users see them in types and cannot name them. */
function listHidden(
  program: ts.Program,
  checker: ts.TypeChecker,
  exported: ReadonlySet<ts.Symbol>,
  entries: readonly string[],
): string[] {
  const directory = entries[0].slice(0, entries[0].lastIndexOf('/') + 1);
  const names = new Set<string>();
  for (const file of program.getSourceFiles().filter(({ fileName }) => fileName.startsWith(directory))) {
    for (const statement of file.statements) {
      const symbol = 'name' in statement && checker.getSymbolAtLocation(statement.name as ts.Node);
      if (symbol && !exported.has(symbol)) names.add(symbol.name);
    }
  }
  return [...names].sort();
}
