// SPDX-License-Identifier: MIT
// As much of VS Code as its client of the language server touches. Nothing is
// shown: providers and commands that are registered, and what is published, are
// kept for whoever asks. What has no meaning here is an empty class.
'use strict';

const providers = {};
const commands = new Map();
const diagnostics = new Map();
const dispose = () => {};

class Emitter {
  constructor() {
    this.listeners = new Set();
    this.event = (listener, self) => {
      const call = self ? listener.bind(self) : listener;
      this.listeners.add(call);
      return {dispose: () => this.listeners.delete(call)};
    };
  }
  fire(what) {
    for (const listener of [...this.listeners]) listener(what);
  }
  dispose() {}
}

class Disposable {
  constructor(dispose) {
    this.dispose = dispose;
  }
}

class Position {
  constructor(line, character) {
    Object.assign(this, {line, character});
  }
}

class Range {
  constructor(start, end, ...rest) {
    if (rest.length) {
      [start, end] = [new Position(start, end), new Position(...rest)];
    }
    Object.assign(this, {start, end});
  }
}

class Uri {
  constructor(text) {
    this.text = text;
    this.scheme = text.split(':')[0];
    this.path = this.fsPath = decodeURIComponent(new URL(text).pathname);
  }
  static parse(text) {
    return new Uri(text);
  }
  static file(path) {
    return new Uri('file://' + encodeURI(path));
  }
  toString() {
    return this.text;
  }
}

class MarkdownString {
  constructor(value) {
    this.value = value || '';
  }
  appendMarkdown(text) {
    this.value += text;
    return this;
  }
}

class Hover {
  constructor(contents, range) {
    Object.assign(this, {contents, range});
  }
}

class CodeLens {
  constructor(range, command) {
    Object.assign(this, {range, command});
  }
}

class Diagnostic {
  constructor(range, message, severity) {
    Object.assign(this, {range, message, severity});
  }
}

class SemanticTokens {
  constructor(data) {
    this.data = data;
  }
}

class CodeActionKind {
  constructor(value) {
    this.value = value;
  }
  append(part) {
    return new CodeActionKind(this.value ? `${this.value}.${part}` : part);
  }
}
CodeActionKind.Empty = new CodeActionKind('');
CodeActionKind.QuickFix = new CodeActionKind('quickfix');

class CancellationTokenSource {
  constructor() {
    this.emitter = new Emitter();
    this.token = {
      isCancellationRequested: false,
      onCancellationRequested: this.emitter.event
    };
  }
  cancel() {
    this.token.isCancellationRequested = true;
    this.emitter.fire();
  }
  dispose() {}
}

// Of a namespace: what is not said is a function that gives something to let
// go of, or, of an event, nothing ever.
const namespace = (members) => new Proxy(members, {
  get: (object, name) =>
    name in object ? object[name] : () => ({dispose, clear: dispose})
});

const workspace = {
  textDocuments: [],
  notebookDocuments: [],
  workspaceFolders: undefined,
  opened: new Emitter(),
  changed: new Emitter(),
  getConfiguration: () => ({get: (name, other) => other, has: () => false})
};
workspace.onDidOpenTextDocument = workspace.opened.event;
workspace.onDidChangeTextDocument = workspace.changed.event;

const languages = new Proxy({
  // The language is all that a selector of ours names.
  match: (selector, document) =>
    [].concat(selector).some((s) => s.language === document.languageId) ? 10 : 0,
  createDiagnosticCollection: () => ({
    set: (uri, list) => diagnostics.set(uri.toString(), list),
    delete: (uri) => diagnostics.delete(uri.toString()),
    clear: () => diagnostics.clear(),
    has: (uri) => diagnostics.has(uri.toString()),
    dispose
  })
}, {
  get: (object, name) => name in object ? object[name] :
    (selector, provider) => {
      providers[name.replace(/^register|Provider$/g, '')] = provider;
      return {dispose};
    }
});

const known = {
  EventEmitter: Emitter,
  Disposable, Position, Range, Uri, MarkdownString, Hover, CodeLens, Diagnostic,
  CodeActionKind, SemanticTokens, CancellationTokenSource, languages,
  version: '1.82.0',
  env: {appName: 'stand-in', language: 'en'},
  workspace: namespace(workspace),
  window: namespace({
    visibleTextEditors: [],
    tabGroups: namespace({all: []}),
    createOutputChannel: () => ({
      appendLine: (line) => console.log(line),
      append: (text) => console.log(text),
      show: dispose,
      dispose
    }),
    showErrorMessage: async (text) => console.log(text)
  }),
  commands: namespace({
    registerCommand: (name, call) => {
      commands.set(name, call);
      return {dispose};
    }
  }),
  extensions: namespace({}),
  DiagnosticSeverity: {Error: 0, Warning: 1, Information: 2, Hint: 3},
  StandIn: {providers, commands, diagnostics, workspace}
};

module.exports = new Proxy(known, {
  get: (object, name) => {
    if (!(name in object)) object[name] = class {};
    return object[name];
  }
});
