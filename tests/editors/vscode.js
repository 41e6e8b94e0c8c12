// SPDX-License-Identifier: MIT
// What of the extension can be seen without VS Code: what its package says
// against what is in it and what the server offers, the client that it starts,
// and its grammar on all examples.
//
//   node vscode.js EXTENSION NPM_FOLDER MODEL EXAMPLES
'use strict';

const assert = require('assert');
const fs = require('fs');
const Module = require('module');
const path = require('path');

const [extension, npm, model, examples] = process.argv.slice(2);
const standIn = path.join(__dirname, 'vscode_stand_in.js');
const resolve = Module._resolveFilename;
Module._resolveFilename = (name, ...rest) =>
  name === 'vscode' ? standIn : resolve(name, ...rest);

const vscode = require('vscode');
const {providers, commands, diagnostics, workspace} = vscode.StandIn;

// Waits until `look` does not fail, and gives what it gives. What can be asked
// once only has no time.
async function check(what, look, milliseconds = 10000) {
  const until = Date.now() + milliseconds;
  for (;;) {
    try {
      const found = await look();
      console.log('ok      ' + what);
      return found;
    } catch (wrong) {
      if (Date.now() > until) {
        console.log(`FAILED  ${what}: ${wrong.message.replace(/\n/g, ' ')}`);
        return undefined;
      }
      await new Promise((go) => setTimeout(go, 50));
    }
  }
}

const token = new vscode.CancellationTokenSource().token;
const uri = vscode.Uri.file(model);
const ring = {
  uri, languageId: 'vicinal', version: 1, fileName: model, isClosed: false,
  text: fs.readFileSync(model, 'utf8'),
  getText() { return this.text; }
};

function place(word) {
  const before = ring.text.slice(0, ring.text.indexOf(word)).split('\n');
  return new vscode.Position(before.length - 1, before.at(-1).length);
}

function packageIsWhole() {
  const json = JSON.parse(fs.readFileSync(path.join(extension, 'package.json')));
  const {languages, grammars} = json.contributes;
  const files = [json.main, languages[0].configuration, grammars[0].path];
  for (const file of files) fs.accessSync(path.join(extension, file));
  JSON.parse(fs.readFileSync(path.join(extension, languages[0].configuration)));
  const grammar = JSON.parse(fs.readFileSync(
    path.join(extension, grammars[0].path)));
  assert.equal(grammar.scopeName, grammars[0].scopeName);
  assert.equal(grammars[0].language, languages[0].id);
  assert.deepEqual(languages[0].extensions, ['.vic']);
  assert.deepEqual(json.activationEvents, ['onLanguage:' + languages[0].id]);
  const source = fs.readFileSync(path.join(extension, json.main), 'utf8');
  assert(source.includes(`language: '${languages[0].id}'`));
  assert(source.includes("getConfiguration('vicinal').get('path'"));
  const settings = json.contributes.configuration.properties;
  assert.equal(settings['vicinal.path'].default, 'vicinal');
}

const problems = () => diagnostics.get(uri.toString()) || [];
const lenses = () => providers.CodeLens.provideCodeLenses(ring, token);

async function client() {
  workspace.textDocuments.push(ring);
  const main = require(path.join(extension, 'extension.js'));
  await check('the server starts', () => main.activate(), 0);
  await check('a misspelt word is a diagnostic', () => {
    assert.equal(problems().length, 1);
    assert(problems()[0].message.includes('hungri'));
  });
  ring.text = ring.text.replace('hungri', 'hungry');
  ring.version = 2;
  workspace.changed.fire({document: ring, contentChanges: [{text: ring.text}]});
  await check('and goes when the text is mended',
    () => assert.equal(problems().length, 0));
  await check('hover shows a declaration', async () => {
    const shown = await providers.Hover.provideHover(
      ring, place('hungry; }'), token);
    assert(JSON.stringify(shown).includes('constant of an enumeration'));
  });
  await check('all that the server offers has a provider', () => {
    for (const name of ['Definition', 'Reference', 'Rename', 'CompletionItem',
      'DocumentSymbol', 'FoldingRange', 'DocumentFormattingEdit', 'CodeActions',
      'SignatureHelp', 'DocumentHighlight', 'DocumentSemanticTokens']) {
      assert(providers[name], name);
    }
  });
  await check('commands of lenses are registered', async () => {
    const titles = (await lenses()).map((lens) => {
      assert(commands.has(lens.command.command), lens.command.command);
      return lens.command.title;
    });
    assert.deepEqual(titles, ['prove', 'explore']);
  });
  await check('a lens proves', async () => {
    const {command, arguments: args} = (await lenses())[0].command;
    await commands.get(command)(...args);
    assert.match((await lenses())[0].command.title, /^prove: proved for every n/);
  });
  return main;
}

async function grammar() {
  const textmate = require(path.join(npm, 'node_modules/vscode-textmate'));
  const oniguruma = require(path.join(npm, 'node_modules/vscode-oniguruma'));
  await oniguruma.loadWASM(fs.readFileSync(path.join(
    npm, 'node_modules/vscode-oniguruma/release/onig.wasm')).buffer);
  const file = path.join(extension, 'syntaxes/vicinal.tmLanguage.json');
  const registry = new textmate.Registry({
    onigLib: Promise.resolve({
      createOnigScanner: (patterns) => new oniguruma.OnigScanner(patterns),
      createOnigString: (text) => new oniguruma.OnigString(text)
    }),
    loadGrammar: async () =>
      textmate.parseRawGrammar(fs.readFileSync(file, 'utf8'), file)
  });
  return registry.loadGrammar('source.vicinal');
}

// Of each line the scopes, each with what it is of: [scope, from, to].
function scopes(colours, text) {
  let state = null;
  return text.split(/\r?\n/).map((line) => {
    const {tokens, ruleStack} = colours.tokenizeLine(line, state);
    state = ruleStack;
    return tokens.map((t) => [t.scopes.at(-1), t.startIndex, t.endIndex]);
  });
}

// The scope that each kind of token has to have, as the server sees it.
const wanted = {
  keyword: /^(keyword|storage)\./,
  type: /^storage\.type/,
  number: /^constant\.numeric/,
  string: /^string\./
};

async function coloursAgree(colours, document) {
  const provider = providers.DocumentSemanticTokens;
  const {data} = await provider.provideDocumentSemanticTokens(document, token);
  const legend = ['keyword', 'type', 'enum', 'enumMember', 'struct', 'property',
    'variable', 'parameter', 'function', 'class', 'method', 'number', 'string'];
  const painted = scopes(colours, document.text);
  let [line, from] = [0, 0];
  let count = 0;
  for (let i = 0; i < data.length; i += 5) {
    from = data[i] === 0 ? from + data[i + 1] : data[i + 1];
    line += data[i];
    const kind = legend[data[i + 3]];
    const found = painted[line].find(([, begin]) => begin === from) ||
      painted[line].find(([, begin, end]) => begin <= from && from < end);
    const where = `${document.fileName}:${line + 1}:${from + 1}`;
    assert(found, where);
    // No word of the model is taken for a part of a comment or a string.
    assert(kind === 'string' || !/^(comment|string)/.test(found[0]), where);
    if (wanted[kind]) {
      assert.match(found[0], wanted[kind], where);
      assert.equal(found[1], from, where);
      ++count;
    }
  }
  return count;
}

function models(folder) {
  return fs.readdirSync(folder, {withFileTypes: true}).flatMap((entry) => {
    const name = path.join(folder, entry.name);
    if (entry.isDirectory()) return models(name);
    return entry.name.endsWith('.vic') ? [name] : [];
  });
}

async function colours() {
  const all = models(examples);
  const found = await check('the grammar is read', grammar);
  if (!found) return;
  await check(`colours of ${all.length} examples are those of the server`,
    async () => {
      assert(all.length > 50);
      let count = 0;
      for (const name of all) {
        const document = {
          ...ring, uri: vscode.Uri.file(name), fileName: name,
          text: fs.readFileSync(name, 'utf8')
        };
        workspace.textDocuments.push(document);
        workspace.opened.fire(document);
        count += await coloursAgree(found, document);
      }
      assert(count > 5000, `${count} tokens`);
    });
}

(async () => {
  await check('the package is whole', packageIsWhole);
  const main = await client();
  await colours();
  await check('the server ends', () => main.deactivate(), 0);
  console.log('done');
  process.exit(0);
})();
