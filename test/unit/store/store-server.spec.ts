/** The worker's loop with an engine that answers late, as a database across a network does. */
import { setImmediate } from 'node:timers/promises'
import { MessageChannel } from 'node:worker_threads'
import { expect, it, onTestFinished } from 'vitest'
import { ok } from '../../../preload/contract/kernel/result.ts'
import type { Engine } from '../../../main/store/engine.ts'
import { genesis } from '../../../main/store/hash-chain.ts'
import type { WorkerReply, WorkerRequest } from '../../../main/store/worker-protocol.ts'
import { practiceKey } from '../../../main/store/store-key.ts'
import { StoreError } from '../../../main/store/store-error.ts'
import type { StoreJob } from '../../../main/store/store-jobs.ts'
import { serveRequests } from '../../../main/store/store-server.ts'
import { act } from './stores.ts'

const at = '2026-11-23T14:00:00.000Z'

/** An engine that notes each call, and answers it only when all that could come before has come. */
function slowEngine(failing?: string): { readonly engine: Engine; readonly calls: string[] } {
  const calls: string[] = []
  const late = async (call: string): Promise<void> => {
    for (let turn = 0; turn < 5; turn += 1) await setImmediate()
    calls.push(call)
    if (call === failing) throw new StoreError('full', 'no room', 'SQLITE_FULL')
  }
  const engine: Engine = {
    kind: 'sqlite',
    run: async (sql) => {
      await late(/^\s*(?:INSERT INTO \w+|SELECT \w+)/.exec(sql)?.[0].trim() ?? sql)
      return { rows: [], changes: 1 }
    },
    begin: () => late('begin').then(() => undefined),
    commit: (entry) => late(`commit ${entry?.seq ?? 0}`),
    rollback: () => late('rollback'),
    attempt: async (work) => ok(await work()),
    close: () => late('close'),
  }
  return { engine, calls }
}

const twoRows: StoreJob<string, string> = {
  name: 'two-rows',
  run: (job, name) =>
    job.transact(act(name), at, async (also) => {
      also(act(`part of ${name}`))
      await job.run(`${name} first`)
      await job.run(`${name} second`)
      return name
    }),
}

/** Serves the engine; all requests are sent at once. */
async function answersTo(engine: Engine, requests: readonly WorkerRequest[]) {
  const { port1, port2 } = new MessageChannel()
  onTestFinished(() => port1.close())
  const never = () => Promise.reject(new Error('not asked for'))
  const open = () => Promise.resolve(ok({ engine, stoppedUnclean: false, warning: null }))
  serveRequests(port2, { open, examine: never, restore: never }, [twoRows])
  const replies: WorkerReply[] = []
  const all: readonly WorkerRequest[] = [
    { kind: 'open', file: 'none', key: practiceKey, at },
    ...requests,
    { kind: 'close' },
  ]
  const ended = new Promise((resolve) => void port1.once('close', resolve))
  port1.on('message', (reply: WorkerReply) => void replies.push(reply))
  for (const [id, content] of all.entries()) port1.postMessage({ id, content })
  await ended
  expect(replies.map(({ id }) => id)).toEqual([...all.keys()])
  return replies.slice(1, -1).map(({ content }) => content)
}

const appended = ['SELECT seq', 'INSERT INTO audit_entries']
const job = (name: string): WorkerRequest => ({ kind: 'work', job: twoRows.name, input: name })
const callsOf = (name: string) => [
  'begin',
  `${name} first`,
  `${name} second`,
  ...appended,
  // The next act follows the one before, without a look at the chain.
  'INSERT INTO audit_entries',
  // The last entry, for an engine that has to look for it.
  'commit 2',
]

it('handles each request wholly before the next begins, and answers in order', async () => {
  const { engine, calls } = slowEngine()
  const insert = { sql: 'INSERT INTO settings', parameters: [] }
  const answers = await answersTo(engine, [
    job('one'),
    { kind: 'commit', acts: [act('a')], at, statement: insert, begins: true },
    { kind: 'run', sql: 'read', parameters: [], begins: false },
    job('two'),
  ])
  expect(answers).toEqual([ok('one'), ok(null), ok({ rows: [], changes: 1 }), ok('two')])
  expect(calls).toEqual([
    ...callsOf('one'),
    'begin',
    'INSERT INTO settings',
    ...appended,
    'commit 1',
    'read',
    ...callsOf('two'),
    'close',
  ])
})

it('takes a transaction back before the next request where a statement, an act or the commit fails', async () => {
  for (const failing of ['one second', 'INSERT INTO audit_entries', 'commit 2']) {
    const { engine, calls } = slowEngine(failing)
    const read: WorkerRequest = { kind: 'run', sql: 'read', parameters: [], begins: false }
    const [refused, answer] = await answersTo(engine, [job('one'), read])
    expect(refused).toEqual({
      ok: false,
      error: { code: 'full', message: 'no room', engineCode: 'SQLITE_FULL' },
    })
    expect(answer?.ok).toBe(true)
    const done = callsOf('one')
    const until = done.slice(0, done.indexOf(failing) + 1)
    expect(calls).toEqual([...until, 'rollback', 'read', 'close'])
  }
})

it('holds only a store that is a file', async () => {
  const { engine } = slowEngine()
  const file = { file: 'one.db', bytes: 1, version: 1 }
  const held = { hold: () => Promise.resolve(file), release: () => Promise.resolve(true) }
  expect(await answersTo(engine, [{ kind: 'hold' }, { kind: 'release' }])).toEqual([
    { ok: false, error: { code: 'statement', message: 'the store is not a file' } },
    ok(false),
  ])
  expect(
    await answersTo({ ...engine, file: held }, [{ kind: 'hold' }, { kind: 'release' }]),
  ).toEqual([ok({ ...file, head: genesis }), ok(true)])
})
