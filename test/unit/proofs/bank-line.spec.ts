/** The line of the proof of once breaks where it says: within a handshake, or only when that is over. */
import { randomUUID } from 'node:crypto'
import { afterEach, expect, it } from 'vitest'
import { createBankClient, type BankClient } from '../../../main/bank/bank-client.ts'
import { paymentVocabulary } from '../../../main/bank/answers/classification.ts'
import type { BankConnection } from '../../../main/bank/connection.ts'
import { systemClock } from '../../../main/platform/clock.ts'
import { BankLine, type BankLineFault } from '../../proofs/harness/bank-line.ts'
import { closeBanksAfterEach, openBank } from '../bank/support/open-bank.ts'
import { json } from '../bank/support/real-bank.ts'

const open: { readonly line: BankLine; readonly client: BankClient }[] = []
afterEach(async () => {
  for (const { line, client } of open.splice(0)) {
    await client.close()
    await line.close()
  }
})
closeBanksAfterEach()

const pay = {
  method: 'POST',
  path: '/pay',
  body: JSON.stringify({ memo: 'x'.repeat(2_000) }),
  lane: 'initiation',
  purpose: 'payment-initiate',
  actor: 'ann',
} as const

/** How a payment ends whose line breaks so once a token is there, and how often the bank got it. */
async function broken(fault: BankLineFault | null) {
  let given: BankConnection | undefined
  const bank = await openBank((connection) => (given = connection))
  if (!given) throw new Error('a connection was made')
  const line = await BankLine.to(Number(new URL(given.baseUrl).port))
  const client = createBankClient({
    connection: { ...given, baseUrl: `https://localhost:${String(line.port)}` },
    budget: bank.budget,
    clock: systemClock,
    newId: randomUUID,
    record: () => Promise.resolve(),
  })
  open.push({ line, client })
  bank.reply = (_, response) => json(response, 200, { status: 'IN_PROCESS' })
  await client.checkToken()
  if (fault) await line.break(fault)
  const { kind } = await client.move(pay, paymentVocabulary)
  return { kind, got: bank.calls.length }
}

const kills = (passes: boolean): BankLineFault => ({
  kind: 'on-request',
  passes,
  then: () => undefined,
})
it.each<[string, BankLineFault | null, Awaited<ReturnType<typeof broken>>]>([
  ['whole', null, { kind: 'answered', got: 1 }],
  ['a first flight', { kind: 'cut-handshake', flight: 'first' }, { kind: 'not-sent', got: 0 }],
  ['a last flight', { kind: 'cut-handshake', flight: 'last' }, { kind: 'not-sent', got: 0 }],
  ['no byte', { kind: 'cut-request', afterBytes: 0 }, { kind: 'outcome-unknown', got: 0 }],
  ['half', { kind: 'cut-request', afterBytes: 1_000 }, { kind: 'outcome-unknown', got: 0 }],
  ['a request', kills(true), { kind: 'answered', got: 1 }],
  ['no request', kills(false), { kind: 'outcome-unknown', got: 0 }],
  ['no answer', { kind: 'cut-answer', afterBytes: 0 }, { kind: 'outcome-unknown', got: 1 }],
  [
    'none after an answer',
    { kind: 'on-answer', then: () => undefined },
    { kind: 'outcome-unknown', got: 1 },
  ],
])('lets %s pass', async (_what, fault, end) => {
  expect(await broken(fault)).toEqual(end)
})
