/** A whole workstation whose database server is stopped: every act says so, and goes on after it. */
import { existsSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished, vi } from 'vitest'
import { channels } from '../../../preload/contract/api/channels.ts'
import type { Channel } from '../../../preload/contract/api/api.ts'
import type { Order } from '../../../preload/contract/domain/orders/order.ts'
import { postgresStores } from '../../../main/store/postgres/postgres-stores.ts'
import { newStoreKey } from '../../../main/store/store-key.ts'
import { answer, type AnyHandler } from '../../../main/shell/ipc/answer.ts'
import { describeOnPostgres, reachOf } from '../../postgres/databases.ts'
import { memberWorker } from '../../postgres/members.ts'
import { connectTo, startPostgres, template } from '../../postgres/server.ts'
import { wireForm } from '../../unit/money/order/support/sending-session.ts'
import {
  newFolder,
  removeFolder,
  standAloneBank,
  startWorkstation,
} from '../../unit/support/workstation.ts'

/** Starts a workstation on a server of its own. */
async function workstationOnServer() {
  const server = (await startPostgres(tmpdir())) ?? expect.fail('no server')
  onTestFinished(() => server.stop())
  const database = await connectTo(server, template)
  const bank = await standAloneBank()
  onTestFinished(() => bank.end())
  const folder = await newFolder()
  const { workstation, emitted } = await startWorkstation(folder, bank.controlUrl, {
    storeWorker: memberWorker(reachOf(database), 'one'),
  })
  onTestFinished(async () => {
    await workstation.close()
    await removeFolder(folder)
  })
  await database.end()
  /** Asks as the window does. */
  const ask = (channel: Channel, input: unknown) => {
    const definition = channels.get(channel)
    if (!definition || definition.kind === 'event') throw new Error(`no channel ${channel}`)
    const [noun = '', name = ''] = channel.split('.')
    const handlers = workstation.handlers as unknown as Record<string, Record<string, AnyHandler>>
    const handler = handlers[noun]?.[name] ?? expect.fail(channel)
    return answer(channel, definition, handler, input, workstation.answering)
  }
  return { server, bank, emitted, ask }
}

/** Stops the server as its administrator would. */
async function stopServer(host: string): Promise<void> {
  const running = join(host, 'data', 'postmaster.pid')
  process.kill(Number(readFileSync(running, 'utf8').split('\n')[0]), 'SIGINT')
  await vi.waitFor(() => expect(existsSync(running)).toBe(false), 20_000)
}

it('a store whose server does not answer is not opened, and said to be away', async () => {
  const nowhere = { host: '/nowhere', user: 'countersign', database: 'store' }
  const stores = postgresStores(() => Promise.resolve(nowhere))
  const at = '2026-11-28T02:00:00.000Z'
  const opened = await stores.open({ file: '', key: newStoreKey(), at })
  expect(opened).toMatchObject({ ok: false, error: { code: 'store-away' } })
})

describeOnPostgres('while the database server is stopped', () => {
  it('every act says that the store is away and nothing was done, and is done once it is back', async () => {
    const { server, bank, emitted, ask } = await workstationOnServer()
    const form = { ...wireForm, valueDate: new Date().toISOString().slice(0, 10) }
    const saved = await ask('orders.saveDraft', { id: null, form })
    const { id } = saved.ok ? (saved.value as Order) : expect.fail(JSON.stringify(saved))
    const before = await bank.control.counters()
    await stopServer(server.host)
    const inquiry = {
      apiVersion: 'v1',
      routingNumber: '021000021',
      accountNumber: '1000200031',
      ownerKind: 'person',
      owner: { firstName: 'Margaret', lastName: 'Alder' },
    }
    const acts = [
      ['orders.submit', { id }],
      ['orders.saveDraft', { id: null, form }],
      ['orders.get', { id }],
      ['inbox.getCounts', undefined],
      ['validation.submit', inquiry],
      ['workstation.changeSettings', { scoreThreshold: 77 }],
    ] as const
    for (const [channel, input] of acts)
      expect([channel, await ask(channel, input)]).toEqual([
        channel,
        { ok: false, error: { code: 'store-away', done: 'nothing' } },
      ])
    expect(await bank.control.counters()).toEqual(before)
    await vi.waitFor(() => expect(emitted.states.at(-1)?.team?.isReachable).toBe(false), 60_000)
    await server.restart('fast')
    await vi.waitFor(() => expect(emitted.states.at(-1)?.team?.isReachable).toBe(true), 60_000)
    expect(await ask('orders.submit', { id })).toMatchObject({
      ok: true,
      value: { state: 'awaiting-approval' },
    })
  })
})
