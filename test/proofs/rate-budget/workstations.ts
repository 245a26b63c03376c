/** The workstation process: the real client, one per bank, all calls started at once. */
import { randomUUID } from 'node:crypto'
import { setTimeout as after } from 'node:timers/promises'
import { createAccountValidation } from '../../../main/bank/apis/account-validation.ts'
import { createBankClient } from '../../../main/bank/bank-client.ts'
import { openRateBudget } from '../../../main/bank/client/budget/rate-budget.ts'
import type { RateMemoryState } from '../../../main/bank/client/budget/rate-memory.ts'
import { systemClock } from '../../../main/platform/clock.ts'
import type { ClientReport, Load, Start } from './load.ts'

const newMemory = () => {
  let stored: RateMemoryState = {}
  return {
    load: () => Promise.resolve(stored),
    save: (state: RateMemoryState) => {
      stored = state
      return Promise.resolve()
    },
  }
}

async function work({ calls, share, pki }: Load, port: number): Promise<ClientReport> {
  const budget = await openRateBudget({ clock: systemClock, memory: newMemory(), share })
  const client = createBankClient({
    connection: {
      baseUrl: `https://localhost:${port}`,
      ca: pki.ca,
      certificateChain: pki.certificate,
      privateKey: pki.key,
      consumerKey: 'consumer-key',
      consumerSecret: 'consumer-secret',
      clientId: 'client-id',
      clientSecret: 'client-secret',
    },
    budget,
    clock: systemClock,
    newId: randomUUID,
    record: () => Promise.resolve(),
  })
  const validation = createAccountValidation({
    client,
    ids: () => ({ secondaryId: 'proof' }),
    v2Path: () => null,
  })
  const inquiry = {
    apiVersion: 'v1',
    routingNumber: '041000124',
    accountNumber: '1234567',
    ownerKind: 'business',
    owner: { businessName: 'Ridgeway Supply' },
  } as const
  const results = await Promise.all(
    Array.from({ length: calls }, () => validation.verify(inquiry, 'proof')),
  )
  const { ms, basis } = budget.state().transit
  budget.close()
  await client.close()
  const answered = results.filter(({ answer }) => answer.kind === 'answered').length
  return { answered, allowance: `${Math.round(ms)} ms, ${basis}` }
}

/**
 * One after another, because twenty simultaneous handshakes on one computer would measure the
 * computer.
 */
const startAll = ({ load, ports }: Start) =>
  Promise.all(ports.map((port, place) => after(place * 100).then(() => work(load, port))))

process.on('message', (start: Start) => {
  void startAll(start).then((reports) => process.send?.(reports))
})
