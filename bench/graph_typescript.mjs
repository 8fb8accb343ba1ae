// Where every call of some files leads, by the type checker of the TypeScript compiler.
//
// Standard input: {"typescript": folder with node_modules/typescript, "root": folder, "files": [relative paths]}.
// Standard output: [[path, line, column, name, known, [[path, line, name], ...]], ...]. Lines are 1-based.

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

const { typescript, root, files } = JSON.parse(readFileSync(0, 'utf8'));
const ts = createRequire(path.join(path.resolve(typescript), 'package.json'))('typescript');

// What tsconfig.json says of paths, and nothing else of it.
const config = ts.readConfigFile(path.join(root, 'tsconfig.json'), ts.sys.readFile).config;
const declared = config ? ts.parseJsonConfigFileContent(config, ts.sys, root).options : {};
const options = {
  allowJs: true,
  checkJs: false,
  noEmit: true,
  skipLibCheck: true,
  target: ts.ScriptTarget.ESNext,
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  allowImportingTsExtensions: true,
  experimentalDecorators: true,
  jsx: ts.JsxEmit.Preserve,
  moduleDetection: ts.ModuleDetectionKind.Force, // scripts share no names here
  types: [],
};
for (const key of ['baseUrl', 'paths', 'pathsBasePath']) {
  if (declared[key] !== undefined) options[key] = declared[key];
}

const absolute = files.map((file) => path.join(root, file));
const host = ts.createCompilerHost(options);
const exists = host.fileExists.bind(host);
// A declaration file beside a JavaScript file would hide the code.
host.fileExists = (file) => {
  const match = /^(.*)\.d\.([cm]?)ts$/.exec(file);
  return exists(file) && !(match && !file.includes('/node_modules/') && exists(`${match[1]}.${match[2]}js`));
};
const program = ts.createProgram(absolute, options, host);
const checker = program.getTypeChecker();

/** The identifier that names what is called. */
function calledName(expression) {
  let node = expression;
  while (ts.isParenthesizedExpression(node) || ts.isNonNullExpression(node)) node = node.expression;
  if (ts.isPropertyAccessExpression(node)) return ts.isIdentifier(node.name) ? node.name : undefined;
  return ts.isIdentifier(node) ? node : undefined;
}

/** The symbol behind imports, re-exports and the properties of an object that only name something else. */
function followed(symbol) {
  for (let step = 0; symbol && step < 20; step++) {
    if (symbol.flags & ts.SymbolFlags.Alias) {
      symbol = checker.getAliasedSymbol(symbol);
      continue;
    }
    const declaration = symbol.declarations?.length === 1 ? symbol.declarations[0] : undefined;
    let next;
    if (declaration && ts.isShorthandPropertyAssignment(declaration)) {
      next = checker.getShorthandAssignmentValueSymbol(declaration);
    } else if (declaration && ts.isPropertyAssignment(declaration)) {
      const name = calledName(declaration.initializer);
      next = name && checker.getSymbolAtLocation(name);
    }
    if (!next || next === symbol) return symbol;
    symbol = next;
  }
  return symbol;
}

/** Where a name of a file stands. */
function placeOf(file, node) {
  const { line, character } = file.getLineAndCharacterOfPosition(node.getStart(file));
  return [line + 1, character];
}

/** Variable -> the functions and classes that are assigned to it after it was declared. */
const assigned = new Map();

function collect(node) {
  if (
    ts.isBinaryExpression(node) &&
    node.operatorToken.kind === ts.SyntaxKind.EqualsToken &&
    ts.isIdentifier(node.left) &&
    (ts.isFunctionExpression(node.right) || ts.isArrowFunction(node.right) || ts.isClassExpression(node.right))
  ) {
    const symbol = checker.getSymbolAtLocation(node.left);
    if (symbol) assigned.set(symbol, [...(assigned.get(symbol) ?? []), node.left]);
  }
  ts.forEachChild(node, collect);
}

/** What a call calls: `f` for `f.call(...)` and `f.apply(...)`, else what the name means. */
function calledSymbol(expression, name) {
  const symbol = followed(checker.getSymbolAtLocation(name));
  const inner = /^(call|apply)$/.test(name.text) && ts.isPropertyAccessExpression(expression) && expression.expression;
  const declared = symbol?.declarations?.[0]?.getSourceFile();
  const behind = inner && declared && program.isSourceFileDefaultLibrary(declared) && calledName(inner);
  return behind ? followed(checker.getSymbolAtLocation(behind)) : symbol;
}

const answers = [];

function visit(file, relative, node) {
  if (ts.isCallExpression(node) || ts.isNewExpression(node)) {
    const name = calledName(node.expression);
    if (name) {
      const symbol = calledSymbol(node.expression, name);
      const places = [];
      for (const declaration of symbol?.declarations ?? []) {
        const there = declaration.getSourceFile();
        const inside = path.relative(root, there.fileName);
        if (inside.startsWith('..')) continue;
        const named = ts.getNameOfDeclaration(declaration);
        // What has no name, as a default export, is called so.
        const text = named && ts.isIdentifier(named) ? named.text : 'default';
        places.push([inside, placeOf(there, named ?? declaration)[0], text]);
      }
      for (const left of assigned.get(symbol) ?? []) {
        const there = left.getSourceFile();
        places.push([path.relative(root, there.fileName), placeOf(there, left)[0], left.text]);
      }
      const known = Boolean(symbol?.declarations?.length);
      answers.push([relative, ...placeOf(file, name), name.text, known, places]);
    }
  }
  ts.forEachChild(node, (child) => visit(file, relative, child));
}

const read = files.map((relative, index) => [program.getSourceFile(absolute[index]), relative]);
for (const [file] of read) if (file) collect(file);
for (const [file, relative] of read) if (file) visit(file, relative, file);
process.stdout.write(JSON.stringify(answers));
