/**
 * Somebody sets the clock back and forth while a workstation runs with a real practice bank:
 * nothing is sent twice, the bank's limit is kept, nothing stops, and no error is thrown.
 */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { systemClock } from '../../../main/platform/clock.ts'
import { practiceOperators } from '../../../main/profile/practice-operators.ts'
import {
  emptyForm,
  emptyParty,
  type PaymentForm,
} from '../../../preload/contract/domain/orders/payment-form.ts'
import type { Order } from '../../../preload/contract/domain/orders/order.ts'
import type { Result } from '../../../preload/contract/kernel/result.ts'
import {
  newFolder,
  removeFolder,
  standAloneBank,
  type StandAloneBank,
  startWorkstation,
} from '../support/workstation.ts'

const [hour, day] = [3_600_000, 86_400_000]
const year = 365 * day
const [maker, checker] = practiceOperators.map((operator) => ({ operator }))

let bank: StandAloneBank
let folder: string
beforeAll(async () => {
  bank = await standAloneBank()
  folder = await newFolder()
})
afterAll(async () => {
  await bank.end()
  await removeFolder(folder)
})

async function must<T>(answer: unknown): Promise<T> {
  const result = (await answer) as Result<T, unknown>
  if (!result.ok) throw new Error(JSON.stringify(result.error))
  return result.value
}

const form = (amount: string, valueDate: string): PaymentForm => ({
  ...emptyForm,
  service: 'RTP',
  type: 'PAYMENT',
  debitAccountId: 'practice-1',
  amount,
  valueDate,
  debitParty: { ...emptyParty, name: 'Alder Falls Works' },
  creditPartyBank: { ...emptyParty, name: 'Northfield Trust', aba: '550030038' },
  creditParty: {
    ...emptyParty,
    name: 'Ridgeway Supply',
    accountNumber: '55501029',
    address: ['1 Mill Road', '', 'Alder Falls'],
  },
})

it('a session continues whatever its clock says', async () => {
  let offMs = 0
  const clock = { ...systemClock, now: () => new Date(Date.now() + offMs) }
  const { workstation } = await startWorkstation(folder, bank.controlUrl, { clock })
  const { handlers } = workstation
  if (!maker || !checker) throw new Error('practice has two operators')
  const get = (id: string): Promise<Order> => must<Order>(handlers.orders.get({ id }, maker))
  const references: string[] = []

  /** Approved and released; the clock is set in between. */
  const send = async (amount: string, setBy: number): Promise<string> => {
    const valueDate = new Date().toISOString().slice(0, 10)
    const input = { id: null, form: form(amount, valueDate) }
    const { id, reference } = await must<Order>(handlers.orders.saveDraft(input, maker))
    const { approvalHash } = await must<Order>(handlers.orders.submit({ id }, maker))
    const bound = { id, approvalHash: approvalHash ?? '' }
    await must(handlers.orders.approve(bound, checker))
    const first = must(handlers.orders.release(bound, maker))
    offMs += setBy
    await first
    await Promise.allSettled([handlers.orders.release(bound, maker)])
    await expect
      .poll(async () => (await get(id)).state)
      .not.toMatch(/^(queued|sending|outcome-unknown)$/)
    references.push(reference)
    return (await get(id)).state
  }
  const validate = (accountNumber: string): Promise<unknown> =>
    must(
      handlers.validation.submit(
        {
          apiVersion: 'v1',
          routingNumber: '550010016',
          accountNumber,
          ownerKind: 'none',
          owner: {},
        },
        maker,
      ),
    )

  const states: string[] = []
  for (const [at, setBy] of [-hour, 2 * hour, -day, 2 * day, -day - hour, year, -year].entries()) {
    states.push(await send(`${String(10 + at)}.25`, setBy))
    await validate(`100020${String(1_000 + at)}`)
    await must(handlers.connection.checkHealth(undefined, maker))
    expect(await must(handlers.audit.check(undefined, maker))).toMatchObject({})
    expect(await must(handlers.coverage.getSummary(undefined, maker))).toBeDefined()
    expect(await must(handlers.overview.get(undefined, maker))).toBeDefined()
  }
  // A payment whose release seems a day or a year old waits for a person; none is lost or has an
  // unknown outcome.
  for (const state of states) expect(['accepted', 'approved']).toContain(state)
  expect(states.filter((state) => state === 'accepted').length).toBeGreaterThanOrEqual(3)

  const ledger = await bank.control.ledger()
  expect(ledger.payments.filter(({ count }) => count !== 1)).toEqual([])
  const taken = ledger.payments.map(({ requestReference }) => requestReference)
  expect(references).toEqual(expect.arrayContaining(taken))
  expect(taken.length).toBe(states.filter((state) => state === 'accepted').length)
  expect((await bank.control.counters()).busiestSecond).toBeLessThanOrEqual(5)
  const rules = (await bank.control.breaches()).map(({ rule }) => rule)
  // By a clock that is a day ahead the token has expired: one more is requested, which breaks no
  // limit.
  expect(rules.filter((rule) => rule !== 'token-needless')).toEqual([])
  await workstation.close()
  const log = await readFile(join(folder, 'log', 'countersign.log'), 'utf8').catch(() => '')
  expect(log).toBe('')
})

it('a session sends nothing for two minutes after a 429, however its clock is set', async () => {
  let offMs = 0
  const clock = { ...systemClock, now: () => new Date(Date.now() + offMs) }
  const { workstation } = await startWorkstation(folder, bank.controlUrl, { clock })
  if (!maker) throw new Error('practice has two operators')
  const check = () => workstation.handlers.connection.checkHealth(undefined, maker)
  await bank.control.clearScenarios()
  await bank.control.setScenario({ scenario: 'too-many-requests', times: 1 })
  await check()
  const { arrived } = await bank.control.counters()
  for (const setTo of [0, hour, -hour, day, -day, year, -year, 0]) {
    offMs = setTo
    const refused = await check()
    expect(refused).toMatchObject({ ok: false, error: { code: 'rate-paused' } })
    const until = refused.ok ? '' : (refused.error as { until?: string }).until
    const leftMs = Date.parse(until ?? '') - clock.now().getTime()
    expect(leftMs).toBeGreaterThan(0)
    expect(leftMs).toBeLessThanOrEqual(120_000)
  }
  await vi.waitFor(async () => expect((await bank.control.counters()).arrived).toBe(arrived))
  await workstation.close()
})
