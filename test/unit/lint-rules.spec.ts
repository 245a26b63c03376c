/** The house rules that lint holds, watched holding: each planted breach must be found. */
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { root } from '../../scripts/lib/run.ts'
import { eslint, typedFindings } from './support/lint.ts'

/** The rules that a text breaks as the content of a file. */
async function broken(text: string, file: string): Promise<string[]> {
  const [result] = await eslint.lintText(text, { filePath: join(root, file) })
  return (result?.messages ?? []).map(({ ruleId }) => ruleId ?? 'fatal')
}

const main = 'main/platform/clock.ts'
const bankRoom = 'main/bank/client/lane-queue.ts'
const contract = 'preload/contract/kernel/result.ts'
const windowSide = 'renderer/text/times.ts'
const kit = 'renderer/ui/tone.ts'
const shared = 'renderer/text/code-address.ts'
const feature = 'renderer/features/inquiry/validation/text.ts'

const planted: [what: string, rule: string, file: string, text: string][] = [
  ...[main, contract, windowSide, 'scripts/lib/say.ts'].map(
    (file): [string, string, string, string] => [
      `an expression of exponential time in ${file}`,
      'regexp/no-super-linear-backtracking',
      file,
      'export const isWord = (text: string): boolean => /(a+)+$/.test(text)\n',
    ],
  ),
  [
    'an expression of quadratic time',
    'regexp/no-super-linear-move',
    main,
    "export const cut = (text: string): string => text.replace(/\\s+$/, '')\n",
  ],
  [
    'main importing the renderer',
    'import-x/no-restricted-paths',
    main,
    "import '../../renderer/text/times.ts'\n",
  ],
  [
    'the renderer importing main',
    'import-x/no-restricted-paths',
    windowSide,
    "import '../../main/platform/clock.ts'\n",
  ],
  [
    'the contract importing main',
    'import-x/no-restricted-paths',
    contract,
    "import '../../../main/platform/clock.ts'\n",
  ],
  [
    'what the bank says importing what the channels carry, for a type alone',
    'import-x/no-restricted-paths',
    'preload/contract/bank/endpoints.ts',
    "import type { Failure } from '../api/failures.ts'\nexport type A = Failure\n",
  ],
  [
    'the texts of both sides importing what the channels carry, for a type alone',
    'import-x/no-restricted-paths',
    'preload/contract/text/limits.ts',
    "import type { Failure } from '../api/failures.ts'\nexport type A = Failure\n",
  ],
  [
    'what the bank says importing a sentence',
    'import-x/no-restricted-paths',
    'preload/contract/bank/endpoints.ts',
    "import '../text/answers.ts'\n",
  ],
  [
    'the kit importing the contract',
    'import-x/no-restricted-paths',
    kit,
    "import '../../preload/contract/kernel/result.ts'\n",
  ],
  [
    'the kit importing what explains the bank',
    'import-x/no-restricted-paths',
    kit,
    "import '../text/code-address.ts'\n",
  ],
  [
    'what several screens share importing a feature',
    'import-x/no-restricted-paths',
    shared,
    "import '../features/inquiry/validation/text.ts'\n",
  ],
  [
    'one feature importing another',
    'import-x/no-restricted-paths',
    feature,
    "import '../../setup/practice/practice-bank.ts'\n",
  ],
  [
    'a room importing one above it, for a type alone',
    'import-x/no-restricted-paths',
    main,
    "import type { Store } from '../store/store.ts'\nexport type A = Store\n",
  ],
  [
    'a room importing the practice bank',
    'import-x/no-restricted-paths',
    bankRoom,
    "import '../../practice/routes.ts'\n",
  ],
  [
    'the practice bank importing a room of the product',
    'import-x/no-restricted-paths',
    'main/practice/routes.ts',
    "import '../store/store.ts'\n",
  ],
  [
    'the intake of alerts importing their list',
    'import-x/no-restricted-paths',
    'main/alerts/intake/store-alert.ts',
    "import '../reading/alert-view.ts'\n",
  ],
  [
    'a public file of alerts importing the listener, for a type alone',
    'import-x/no-restricted-paths',
    'main/alerts/read-alert.ts',
    "import type { Delivery } from './listener/delivery.ts'\nexport type A = Delivery\n",
  ],
  [
    'orders importing a kind of order, for a type alone',
    'import-x/no-restricted-paths',
    'main/money/order/status/status-events.ts',
    "import type { BatchRow } from '../../batch/types.ts'\nexport type A = BatchRow\n",
  ],
  [
    'a service of orders importing the drafts of payments',
    'import-x/no-restricted-paths',
    'main/money/order/orders.service.ts',
    "import '../payment/drafts.ts'\n",
  ],
  [
    'the payee book importing orders',
    'import-x/no-restricted-paths',
    'main/money/payees/payee-view.ts',
    "import '../order/order-records.ts'\n",
  ],
  [
    'one kind of order importing another',
    'import-x/no-restricted-paths',
    'main/money/payment/drafts.ts',
    "import '../batch/batch-records.ts'\n",
  ],
  [
    'orders importing facts of one kind of order',
    'import-x/no-restricted-paths',
    'main/money/order/reading/order-counts.ts',
    "import '../../batch-facts.ts'\n",
  ],
  [
    'the payee book importing facts of orders',
    'import-x/no-restricted-paths',
    'main/money/payees/payee-view.ts',
    "import '../bank-status.ts'\n",
  ],
  [
    'another room importing from the keychain inside profile, for a type alone',
    'import-x/no-restricted-paths',
    'main/session/open-profile.ts',
    "import type { Vault } from '../profile/keychain/vault.ts'\nexport type A = Vault\n",
  ],
  [
    'another room importing from a sub-folder of money, for a type alone',
    'import-x/no-restricted-paths',
    'main/workplace/inbox/batch-source.ts',
    "import type { BatchRow } from '../../money/batch/types.ts'\nexport type A = BatchRow\n",
  ],
  [
    'another room importing from a folder deep inside assurance',
    'import-x/no-restricted-paths',
    'main/session/serve-product-store.ts',
    "import '../assurance/coverage/sweeps/sweep-jobs.ts'\n",
  ],
  [
    'another room importing from the client inside bank, for a type alone',
    'import-x/no-restricted-paths',
    'main/workplace/doctor/token-step.ts',
    "import type { TokenCache } from '../../bank/client/token.ts'\nexport type A = TokenCache\n",
  ],
  [
    'another room importing from a folder deep inside the client of bank',
    'import-x/no-restricted-paths',
    'main/profile/connection.service.ts',
    "import '../bank/client/budget/rate-budget.ts'\n",
  ],
  [
    'another room importing from a folder below an open folder of bank',
    'import-x/no-restricted-paths',
    'main/inquiry/ach/endpoints.ts',
    "import '../../bank/apis/ach-inquiry/wire.ts'\n",
  ],
  [
    'another room importing the engine of the store, for a type alone',
    'import-x/no-restricted-paths',
    'main/workplace/read-backup.ts',
    "import type { Connection } from '../store/sqlite/sqlite.ts'\nexport type A = Connection\n",
  ],
  [
    'another room importing the migrations of the store',
    'import-x/no-restricted-paths',
    'main/session/restores.service.ts',
    "import '../store/schema/migrations.ts'\n",
  ],
  [
    'another room importing from the audit chain of the store',
    'import-x/no-restricted-paths',
    'main/workplace/audit.service.ts',
    "import '../store/audit-chain/audit-jobs.ts'\n",
  ],
  [
    'the composition of main importing the engine of the store',
    'import-x/no-restricted-paths',
    'main/index.ts',
    "import './store/sqlite/sqlite-engine.ts'\n",
  ],
  [
    'the composition of main importing from a sub-folder of a room',
    'import-x/no-restricted-paths',
    'main/workstation.ts',
    "import './money/order/order-machine.ts'\n",
  ],
  [
    'product code importing a test',
    'import-x/no-restricted-paths',
    main,
    "import '../../test/unit/lint-rules.spec.ts'\n",
  ],
  [
    'ipcMain outside serve.ts',
    'no-restricted-imports',
    main,
    "import { ipcMain } from 'electron'\nvoid ipcMain\n",
  ],
  [
    'Electron outside the shell',
    'no-restricted-imports',
    main,
    "import { app } from 'electron'\nvoid app\n",
  ],
  ['shell', 'no-restricted-imports', main, "import { shell } from 'electron'\nvoid shell\n"],
  ['Math.random', 'no-restricted-properties', main, 'export const a = Math.random()\n'],
  [
    'findCredentials',
    'no-restricted-properties',
    main,
    'export const a = (k: { findCredentials: () => void }) => k.findCredentials()\n',
  ],
  ['keytar', 'no-restricted-syntax', main, "import 'keytar'\n"],
  ['keytar, loaded later', 'no-restricted-syntax', main, "void import('keytar')\n"],
  [
    'the network in the renderer',
    'no-restricted-globals',
    windowSide,
    "export const a = () => fetch('/')\n",
  ],
  ['any', '@typescript-eslint/no-explicit-any', main, 'export const a = (b: any) => b\n'],
  [
    'an object literal packed into another',
    'no-restricted-syntax',
    main,
    'export const a = (b: number) => ({ ...{ b, c: 1 } })\n',
  ],
  [
    'an array literal packed into another',
    'no-restricted-syntax',
    'test/unit/money/order/permissions.spec.ts',
    'export const a = (b: number) => [...[b, 1], 2]\n',
  ],
  ['eval', 'no-eval', main, "export const a = (): unknown => eval('1')\n"],
]

/** They need types, so oxlint holds them in files and ESLint in components. */
const typed: [what: string, rule: string, text: string][] = [
  ['a floating promise', '@typescript-eslint/no-floating-promises', 'Promise.resolve(1)\n'],
  [
    'a switch that forgets a case',
    '@typescript-eslint/switch-exhaustiveness-check',
    "export function a(b: 'x' | 'y'): void {\n  switch (b) {\n    case 'x':\n      break\n  }\n}\n",
  ],
]

describe('the lint rules', () => {
  it.each(typed)('find %s', async (_what, rule, text) => {
    const found = await typedFindings({ [main]: text })
    expect(found.map((finding) => finding.rule)).toContain(rule)
  })

  it('find a circle of imports, of types alone too', async () => {
    const found = await typedFindings({
      'main/platform/one.ts': "import type { B } from './two.ts'\nexport type A = B | 1\n",
      'main/platform/two.ts': "import type { A } from './one.ts'\nexport type B = A | 2\n",
    })
    expect(found.map(({ rule }) => rule)).toContain('import(no-cycle)')
  })

  it.each(planted)('find %s', async (_what, rule, file, text) => {
    expect(await broken(text, file)).toContain(rule)
  })
})

const inWork = (code: string): string => `void store.record(act, async (tx) => { ${code} })`
const inJob = (code: string): string => `void job.transact(act, at, async () => { ${code} })`

const waiting: readonly string[] = [
  ...[
    'await context.connection.client.pay(body)',
    'await wait(1_000)',
    'await atMost(5_000)',
    'await new Promise((done) => setTimeout(done, 1_000))',
    'await fetch(url)',
    'await store.read.selectFrom("orders").execute()',
    'await findOrder(context.store.read, id)',
    'await store.record(other, (tx) => save(tx))',
    'await store.note(other)',
    'await readFile(path)',
    'await context.saveHead()',
    'await context.sent.add(reference, attempt)',
    'await answer',
    'await client.pay(() => tx.insertInto("orders"))',
    'await client.pay(tx.insertInto("orders")).execute()',
    'await fetchStatus?.(id)',
    'await Promise.race([moveOrder(tx, id), ended])',
    'await Promise.all([moveOrder(tx, id), fetchStatus(id)])',
    'await Promise.all([moveOrder(tx, id), ended])',
    'await Promise.all(pending)',
    'await Promise.all(orders.map((order) => fetchStatus(order)))',
    'for await (const line of lines) log(line)',
    'return fetchStatus(id)',
    'await moved(tx, async () => { await fetchStatus(id) })',
    'await moved(tx, () => context.connection.client.pay(body))',
    'await moved(tx, () => fetch(url))',
    'const text = readFileSync(path)',
    'const text = fs.readFileSync(path)',
    'const stop = startTimer(retry, 1_000)',
    'const stop = context.startTimer(retry, 1_000)',
    'setTimeout(retry, 1_000)',
    'setInterval(retry, 1_000)',
    'void saveHead()',
    'void sent.add(reference, attempt)',
    'void context.sent.add(reference, attempt)',
  ].map(inWork),
  'void store.record(act, (tx) => fetchStatus(id))',
  'void store.record(act, async () => { await save(other) })',
  'void store.record(act, async (trx) => { await save(trx) })',
  'void store.recordOne(act, (trx) => trx.deleteFrom("orders"))',
  'void store.recordOne(act, (tx) => { void fetch(url); return tx.deleteFrom("orders") })',
  'export const save1 = async (id: string, tx: Transaction<Tables>) => { await fetchStatus(id) }',
  'export async function save2(a: A, b: B, c: C, tx: D) { await fetchStatus(a) }',
  'export const save3 = async (trx: Transaction<Tables>) => { await trx.execute() }',
  'export const build = (builder: Writer) => builder.deleteFrom("orders")',
  'export const read1 = async (reader: Reader) => { await fetch(url) }',
  'export const read2 = async (reader: Reader) => { await status(context.connection) }',
  'export const read3 = async (id: string, reader: Reader) => { await sent.add(id) }',
  ...[
    'await wait(1_000)',
    'await fetchStatus(id)',
    'await Promise.all([job.run(text), fetchStatus(id)])',
    'await Promise.all(pending)',
    'for await (const line of lines) log(line)',
    'const text = readFileSync(path)',
    'void sent.add(reference, attempt)',
    'await ended(job, () => connection.close())',
  ].map(inJob),
  'void job.tally(async () => { await fetchStatus(id) })',
  'void job.tally(() => fetchStatus(id))',
]

const permitted: readonly string[] = [
  ...[
    'await tx.updateTable("orders").set({ at }).where("id", "=", id).where("at", "is", null).execute()',
    'const row = await requireOrder(tx, id)',
    'await newInquiry.saveAlong?.(tx, at)',
    'await moveAll(tx, await rowsOf(tx), id)',
    'const [one, two] = await Promise.all([rowsOf(tx), tx.selectFrom("orders").execute()])',
    'await Promise.all(rows.map((row) => moveOrder(tx, row)))',
    'return endAttempt(context, tx, end)',
    'if (row === undefined) return err(gone); return ok(row)',
    'return state',
  ].map(inWork),
  'void store.record(act, (tx) => tracker.save(tx, at))',
  'void store.record(act, insert)',
  'void store.recordOne(act, (tx) => tx.deleteFrom("orders"))',
  'await fetch(url); await store.record(act, async (tx) => { await save(tx) }); await saveHead()',
  'export const read = async (reader: Reader) => { const rows = reader.selectFrom("orders"); await rows.execute() }',
  ...['await job.run(text, id)', 'await save(job, id)', 'return rows.flat()'].map(inJob),
  'void job.tally(() => job.run(text))',
]

describe('lint of the work of a transaction', () => {
  const refused = new Set<number>()
  beforeAll(async () => {
    const text = [...waiting, ...permitted].join('\n')
    const [result] = await eslint.lintText(text, { filePath: join(root, main) })
    for (const { ruleId, line } of result?.messages ?? [])
      if (ruleId === 'no-restricted-syntax') refused.add(line)
  })

  it.each(waiting.map((code, at) => [code, at + 1] as const))('refuses %s', (_code, line) => {
    expect(refused).toContain(line)
  })

  it.each(permitted.map((code, at) => [code, waiting.length + at + 1] as const))(
    'permits %s',
    (_code, line) => {
      expect(refused).not.toContain(line)
    },
  )
})
