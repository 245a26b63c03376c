/**
 * Lint restrictions for security, and the few files that are exempt.
 * test/unit/shell/security/forbidden-code.spec.ts tries every violation. The content policy and the
 * guards of main/shell/security enforce the same at run time.
 */
import type { Linter } from 'eslint'
import { transactions } from './transactions.ts'

const noNetwork =
  'The window has no network and keeps nothing: ask main through renderer/state/bridge.ts.'
const noCode = 'No text becomes code: neither here nor in a test.'
const unpacked = 'Write out the properties and elements: a spread packs no literal.'
const noMarkup = 'No text becomes markup: use textContent, or a template.'
const noProcess =
  'Only the launchers of main start a process (childProcesses in scripts/lib/forbidden.ts).'
const noNode = 'The window and what both sides share have no Node: ask main through the bridge.'
const keychain = 'It can hang or crash its process: ask through main/profile/keychain.ts.'
const border = 'Only main/shell/ipc/serve.ts speaks to ipcMain: add a channel to the contract.'
/** Message for Electron's shell and for opening links. */
export const noLinks = 'Nothing of ours opens a link outside the window.'

/**
 * The product files that may start a process: outside Electron there is no utility process, a
 * practice team has a server and further windows, and Windows and macOS tell the id of the computer
 * through a program of theirs.
 */
export const childProcesses = [
  'main/platform/computer-id.ts',
  'main/platform/reader-launcher.ts',
  'main/practice/postgres-server.ts',
  'main/practice/start-practice-bank.ts',
  'main/profile/keychain/launch-in-node.ts',
  'main/shell/practice-member.ts',
]

const codeModules = ['vm', 'repl', 'inspector', 'inspector/promises']
const processModules = ['child_process', 'cluster']
const bothNames = (names: readonly string[]): string[] =>
  names.flatMap((name) => [name, `node:${name}`])
const oneOf = (names: readonly string[]): string =>
  `/^(node:)?(${names.join('|').replaceAll('/', '\\u002F')})$/`

/** Platform globals that reach a network, start a worker, open a window or store data. */
const windowGlobals = [
  'fetch',
  'XMLHttpRequest',
  'WebSocket',
  'WebSocketStream',
  'EventSource',
  'WebTransport',
  'RTCPeerConnection',
  'webkitRTCPeerConnection',
  'Worker',
  'SharedWorker',
  'importScripts',
  'Image',
  'Audio',
  'open',
  'localStorage',
  'sessionStorage',
  'indexedDB',
  'caches',
]
const globalNames = '/^(window|globalThis|self|top|parent|frames)$/'

interface Restriction {
  readonly selector: string
  readonly message: string
}

/** `no-restricted-globals` of the window and the preload. */
export const globalsOfWindow = windowGlobals.map((name) => ({ name, message: noNetwork }))

const syntax = (message: string, ...selectors: readonly string[]): Restriction[] =>
  selectors.map((selector) => ({ selector, message }))

const everywhere = [
  ...syntax(
    noCode,
    `ImportExpression[source.value=${oneOf(codeModules)}]`,
    'CallExpression[callee.property.name="getBuiltinModule"]',
  ),
  ...syntax(
    unpacked,
    'ObjectExpression > SpreadElement > ObjectExpression',
    'SpreadElement > ArrayExpression',
  ),
]
const keytar = syntax(
  keychain,
  ':matches(ImportDeclaration, ImportExpression)[source.value="keytar"]',
)
const ofProduct = [
  ...transactions,
  ...syntax(noCode, 'ImportExpression[source.type!="Literal"]'),
  ...syntax(
    noMarkup,
    'AssignmentExpression[left.property.name=/^(innerHTML|outerHTML|srcdoc)$/]',
    'Property[key.name=/^(innerHTML|outerHTML|srcdoc)$/]',
    'CallExpression[callee.property.name=/^(insertAdjacentHTML|setHTMLUnsafe|parseHTMLUnsafe|createContextualFragment)$/]',
    'CallExpression[callee.object.name="document"][callee.property.name=/^(write|writeln)$/]',
  ),
]
const processes = syntax(noProcess, `ImportExpression[source.value=${oneOf(processModules)}]`)
const ofWindow = [
  ...syntax(
    noNetwork,
    `MemberExpression[object.name=${globalNames}][property.name=/^(${windowGlobals.join('|')})$/]`,
    'MemberExpression[property.name=/^(sendBeacon|serviceWorker)$/]',
  ),
  ...syntax(noNode, 'ImportExpression[source.value=/^(node:|electron$)/]'),
]

/** `no-restricted-syntax` of each part. */
export const restrictedSyntax = {
  everywhere: ['error', ...everywhere, ...keytar],
  product: ['error', ...everywhere, ...keytar, ...ofProduct, ...processes],
  launcher: ['error', ...everywhere, ...keytar, ...ofProduct],
  keychainProcess: ['error', ...everywhere, ...ofProduct, ...processes],
  window: ['error', ...everywhere, ...keytar, ...ofProduct, ...processes, ...ofWindow],
}

const named = (names: readonly string[], message: string) =>
  bothNames(names).map((name) => ({ name, message }))
const electron = (importNames: string[], message: string) => ({
  name: 'electron',
  importNames,
  message,
})
const always = [...named(codeModules, noCode), electron(['shell'], noLinks)]
const ipc = electron(['ipcMain'], border)
const starting = named(processModules, noProcess)
const shellAlone = {
  name: 'electron',
  message: 'Only main/index.ts and main/shell know Electron: take what you need as a port.',
}

/** `no-restricted-imports` of each part. */
export const restrictedImports = {
  everywhere: ['error', { paths: [...always, ipc] }],
  product: ['error', { paths: [...always, ipc, ...starting, shellAlone] }],
  shell: ['error', { paths: [...always, ipc, ...starting] }],
  launcher: ['error', { paths: [...always, ipc] }],
  serve: ['error', { paths: [...always, ...starting] }],
  preload: [
    'error',
    { paths: [...always, ipc, ...starting], patterns: [{ regex: '^node:', message: noNode }] },
  ],
  window: [
    'error',
    {
      paths: [...always, ...starting],
      patterns: [{ regex: '^(node:|electron$)', message: noNode }],
    },
  ],
}

/** `vue/no-restricted-v-bind`: markup through a property. */
export const boundMarkup = ['innerHTML', 'outerHTML', 'srcdoc'].map((argument) => ({
  argument,
  message: noMarkup,
}))

/** A text of a bank or a stranger must not hold a thread, so no expression takes more than linear time. */
export const linearExpressions: Linter.RulesRecord = {
  'regexp/no-super-linear-backtracking': ['error', { report: 'potential' }],
  'regexp/no-super-linear-move': 'error',
}
