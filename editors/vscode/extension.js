// SPDX-License-Identifier: MIT
// Starts `vicinal lsp`. What there is to show, the server says: its commands,
// behind the lenses "prove" and "explore", are registered by the client.
'use strict';

const {workspace} = require('vscode');
const {LanguageClient} = require('vscode-languageclient/node');

let client;

exports.activate = async () => {
  const command = workspace.getConfiguration('vicinal').get('path', 'vicinal');
  client = new LanguageClient(
    'vicinal', 'Vicinal', {command, args: ['lsp']},
    {documentSelector: [{language: 'vicinal'}]});
  await client.start();
};

exports.deactivate = () => client?.stop();
