// The house rules that a machine can hold. Each message names the alternative.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import importX from 'eslint-plugin-import-x'
import regexp from 'eslint-plugin-regexp'
import vue from 'eslint-plugin-vue'
import vueA11y from 'eslint-plugin-vuejs-accessibility'
import globals from 'globals'
import tseslint from 'typescript-eslint'
import { typedRules } from './oxlint.config.ts'
import componentParser from './scripts/lib/component-parser.mjs'
import {
  boundMarkup,
  childProcesses,
  globalsOfWindow,
  linearExpressions,
  noLinks,
  restrictedImports,
  restrictedSyntax,
} from './scripts/lib/forbidden.ts'

const zone = (target, from, message, except) => ({
  target,
  from,
  message,
  ...(except && { except }),
})
/** A folder of files is a feature, and one of folders holds features. */
function featuresIn(folder) {
  const inside = readdirSync(join(import.meta.dirname, folder), { withFileTypes: true })
  return inside.some((entry) => entry.isFile())
    ? [folder]
    : inside.flatMap(({ name }) => featuresIn(`${folder}/${name}`))
}
const features = featuresIn('renderer/features')

/** The rooms of main from the lowest to the highest (main/README.md). The practice bank is a program of its own. */
const rooms = [
  'platform',
  'store',
  'bank',
  'profile',
  'inquiry',
  'alerts',
  'money',
  'assurance',
  'workplace',
  'session',
  'shell',
]
/** The rooms of the window from the lowest to the highest (renderer/README.md). */
const windowRooms = ['ui', 'text', 'state', 'parts', 'money', 'features', 'app']
/** The parts of the contract from the lowest to the highest (preload/contract/README.md). */
const contractParts = ['kernel', 'bank', 'domain', 'text', 'api']

const foldersOf = (side, names) => names.map((name) => `./${side}/${name}`)
/** Imports run down between rooms, types included. */
const downwards = [
  ['main', rooms],
  ['renderer', windowRooms],
  ['preload/contract', contractParts],
].flatMap(([side, names]) =>
  names
    .slice(0, -1)
    .map((room, at) =>
      zone(
        `./${side}/${room}`,
        foldersOf(side, names.slice(at + 1)),
        `Imports run down, and ${room} stands below: take what you need as a parameter, or move it down.`,
      ),
    ),
)

/** Rooms with a face: other rooms import the files directly in such a room's folder, and its sub-folders are private. */
const roomsWithFace = ['profile', 'inquiry', 'alerts', 'money', 'assurance', 'workplace']
const above = (room) => [...foldersOf('main', rooms.slice(rooms.indexOf(room) + 1)), './main/*.ts']
const faces = roomsWithFace.map((room) =>
  zone(
    above(room),
    `./main/${room}/*/**/*.ts`,
    `The sub-folders of ${room} are private: import a file directly in main/${room}, take what you need as a parameter, or move what other rooms need up there (main/${room}/README.md).`,
  ),
)
/** The bank's libraries are open too: the files directly in apis, answers and privacy, one for each API and each rule. */
const faceOfBank = zone(
  above('bank'),
  ['./main/bank/!(apis|answers|privacy)/**/*.ts', './main/bank/*/*/**/*.ts'],
  'The client inside bank is private, so that no call passes by the rate budget and the record of calls: import a file directly in main/bank, main/bank/apis, main/bank/answers or main/bank/privacy, take what you need as a parameter, or move what other rooms need up there (main/bank/README.md).',
)
/** The store: its engines, schema and chain are private, and row types of tables are open (main/store/README.md). */
const faceOfStore = zone(
  above('store'),
  ['./main/store/!(tables)/**/*.ts'],
  'Only the store opens SQLite and knows its versions: import a file directly in main/store, the type of a row in main/store/tables, or move what other rooms need up there (main/store/README.md).',
)

/** Inside the room of money: kinds of orders stand on what all orders share, and on the payee book (main/money/README.md). */
const inMoney = [
  zone(
    './main/money/order',
    foldersOf('main/money', ['batch', 'batch-facts.ts', 'payment']),
    'Orders know no kind: what differs between kinds of order belongs into OrderKind (main/money/order/types.ts).',
  ),
  zone(
    './main/money/payment',
    foldersOf('main/money', ['batch', 'batch-facts.ts']),
    'Kinds of orders never import each other.',
  ),
  zone('./main/money/batch', './main/money/payment', 'Kinds of orders never import each other.'),
  zone(
    './main/money/payees',
    foldersOf('main/money', ['order', 'batch', 'payment']),
    'The payee book stands below orders: take what you need as a parameter.',
  ),
  zone(
    './main/money/payees',
    './main/money/!(payee-*).ts',
    'The payee book stands below orders: take what you need as a parameter.',
  ),
]

/** The folders of the room of alerts, from the lowest to the highest (main/alerts/README.md). */
const alertFolders = ['listener', 'intake', 'reading']
const inAlerts = [
  zone(
    ['./main/alerts/stored', './main/alerts/!(alerts|forwarding.service|store-jobs).ts'],
    foldersOf('main/alerts', [...alertFolders, 'forwarding']),
    'Reading an alert needs no folder but stored/: move what both need there, or take it as a parameter.',
  ),
  zone('./main/alerts/stored', './main/alerts/*.ts', 'stored/ imports nothing else of its room.'),
  ...alertFolders.map((folder, at) =>
    zone(
      `./main/alerts/${folder}`,
      foldersOf('main/alerts', [...alertFolders.slice(at + 1), 'forwarding']),
      `Imports run down, and ${folder} stands below: move what both need to a file directly in main/alerts or to stored/.`,
    ),
  ),
]

const zones = [
  zone(
    './preload/contract',
    ['./main', './renderer', './preload/index.ts'],
    'The contract imports zod, @internationalized/date and nothing else.',
  ),
  zone(
    './preload',
    ['./main', './renderer'],
    'The border knows neither side: put shared things into preload/contract.',
  ),
  zone(
    './renderer',
    ['./main', './preload/index.ts'],
    'The renderer reaches main only through renderer/state/bridge.ts and the contract.',
  ),
  zone(
    './main',
    ['./renderer', './preload/index.ts'],
    'Main never imports the renderer: share through preload/contract.',
  ),
  zone('./renderer/ui', './preload', 'The kit knows no banking: hand it props.'),
  ...features.map((feature) =>
    zone(
      `./${feature}`,
      './renderer/features',
      'Features never import each other: move what is shared to renderer/money, renderer/parts or below.',
      [`./${feature.slice('renderer/features/'.length)}`],
    ),
  ),
  ...downwards,
  ...faces,
  faceOfBank,
  faceOfStore,
  ...inMoney,
  ...inAlerts,
  zone(
    './main/practice',
    foldersOf(
      'main',
      rooms.filter((room) => room !== 'platform'),
    ),
    'The practice bank is reached over the wire: it knows the platform and the contract.',
  ),
  zone(
    './main/practice',
    foldersOf('preload/contract', ['domain', 'text', 'api']),
    'The practice bank knows the documents of the bank, not the rules of the workstation: see preload/contract/README.md.',
    ['./practice'],
  ),
  zone(
    foldersOf(
      'main',
      rooms.filter((room) => room !== 'session' && room !== 'shell'),
    ),
    './main/practice',
    'The product knows a bank, not the practice bank: main/session/practice alone speaks of it.',
  ),
  zone(
    ['./main', './preload', './renderer'],
    ['./test', './scripts'],
    'Product code knows no test and no script.',
  ),
]

export default tseslint.config(
  { ignores: ['dist/', 'out/', 'coverage/', 'test-results/', 'build/screenshots/'] },
  ...tseslint.configs.strictTypeChecked,
  ...tseslint.configs.stylisticTypeChecked,
  ...vue.configs['flat/recommended'],
  ...vueA11y.configs['flat/recommended'],
  {
    plugins: { 'import-x': importX },
    languageOptions: {
      globals: { ...globals.node },
      parserOptions: {
        parser: tseslint.parser,
        projectService: true,
        tsconfigRootDir: import.meta.dirname,
        extraFileExtensions: ['.vue'],
      },
    },
    rules: {
      ...typedRules,
      'import-x/no-restricted-paths': ['error', { basePath: import.meta.dirname, zones }],
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/consistent-type-definitions': 'off',
      '@typescript-eslint/no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', varsIgnorePattern: '^_' },
      ],
      'no-restricted-imports': restrictedImports.everywhere,
      'no-restricted-properties': [
        'error',
        {
          object: 'Math',
          property: 'random',
          message: 'Use main/platform/identifiers.ts: ids and jitter come from node:crypto.',
        },
        {
          property: 'findCredentials',
          message: 'It crashes on a locked keyring: only set, get and delete.',
        },
        {
          property: 'findPassword',
          message: 'It crashes on a locked keyring: only set, get and delete.',
        },
        { property: 'openExternal', message: noLinks },
      ],
      'no-restricted-syntax': restrictedSyntax.everywhere,
      'no-eval': 'error',
      'no-implied-eval': 'off',
      'no-new-func': 'error',
      'no-script-url': 'error',
      'no-console': 'error',
      eqeqeq: 'error',
      'vue/multi-word-component-names': 'off',
      'vue/no-v-html': 'error',
      'vue/no-restricted-v-bind': ['error', '/^v-/', ...boundMarkup],
      'vue/block-lang': ['error', { script: { lang: 'ts' } }],
      'vue/component-api-style': ['error', ['script-setup']],
      'vue/max-attributes-per-line': 'off',
      'vue/singleline-html-element-content-newline': 'off',
      'vue/html-self-closing': ['error', { html: { void: 'always' } }],
      'vue/html-indent': 'off',
      'vue/html-closing-bracket-newline': 'off',
      'vue/multiline-html-element-content-newline': 'off',
      'vue/attributes-order': 'off',
      'vuejs-accessibility/label-has-for': ['error', { required: { some: ['nesting', 'id'] } }],
      'vuejs-accessibility/no-static-element-interactions': 'error',
    },
  },
  { files: ['**/*.vue'], languageOptions: { parser: componentParser } },
  {
    // Tests read texts of ours.
    files: ['main/**', 'preload/**', 'renderer/**', 'scripts/**'],
    plugins: { regexp },
    rules: linearExpressions,
  },
  {
    files: ['main/**', 'preload/**', 'renderer/**'],
    rules: {
      'no-restricted-imports': restrictedImports.product,
      'no-restricted-syntax': restrictedSyntax.product,
    },
  },
  {
    files: ['main/index.ts', 'main/shell/**'],
    rules: { 'no-restricted-imports': restrictedImports.shell },
  },
  {
    files: ['main/shell/ipc/serve.ts'],
    rules: { 'no-restricted-imports': restrictedImports.serve },
  },
  {
    files: ['main/profile/keychain/keychain-process.ts'],
    rules: { 'no-restricted-syntax': restrictedSyntax.keychainProcess },
  },
  {
    files: childProcesses,
    rules: {
      'no-restricted-imports': restrictedImports.launcher,
      'no-restricted-syntax': restrictedSyntax.launcher,
    },
  },
  {
    files: ['preload/**', 'renderer/**'],
    languageOptions: { globals: { ...globals.browser } },
    rules: {
      'no-restricted-globals': ['error', ...globalsOfWindow],
      'no-restricted-imports': restrictedImports.window,
      'no-restricted-syntax': restrictedSyntax.window,
    },
  },
  { files: ['preload/**'], rules: { 'no-restricted-imports': restrictedImports.preload } },
  {
    // Programs that a person runs in a terminal: their output is the console.
    files: [
      'scripts/**',
      'test/bench/**',
      'test/electron-stand-in/**',
      'main/practice/practice-bank.ts',
    ],
    rules: { 'no-console': 'off' },
  },
  // What needs types is checked in components only: oxlint checks every other file (oxlint.config.ts).
  { files: ['**/*.ts', '**/*.js', '**/*.mjs'], ...tseslint.configs.disableTypeChecked },
  // Without types the older rule finds it as well.
  { files: ['**/*.js', '**/*.mjs'], rules: { 'no-implied-eval': 'error' } },
)
