/**
 * Payment status inquiries of the whole workstation in plain Node: real store, real practice bank,
 * real mutual TLS.
 */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { PaymentStatusInquiry } from '../../../../preload/contract/api/payment-inquiry/inquiry.ts'
import type { Result } from '../../../../preload/contract/kernel/result.ts'
import type { Scenario } from '../../../../preload/contract/api/practice/practice.ts'
import { outcomeLabels } from '../../../../preload/contract/text/answers.ts'
import type { Workstation } from '../../../../main/workstation.ts'
import {
  newFolder,
  openPracticeStore,
  removeFolder,
  standAloneBank,
  type StandAloneBank,
  startWorkstation,
} from '../../support/workstation.ts'

let folder: string
let bank: StandAloneBank
const open: Workstation[] = []

beforeEach(async () => {
  folder = await newFolder()
  bank = await standAloneBank()
})
afterEach(async () => {
  for (const workstation of open.splice(0)) await workstation.close()
  await bank.end()
  await removeFolder(folder)
})

const receivables = '0072004500'
const everything = { cursor: null, limit: 50 }

async function start() {
  const { workstation, context } = await startWorkstation(folder, bank.controlUrl)
  open.push(workstation)
  const { paymentInquiry: payments } = workstation.handlers
  const accountId = async (name: string): Promise<string> => {
    const accounts = await payments.listAccounts(undefined, context)
    const found = accounts.ok ? accounts.value.find((account) => account.name === name) : undefined
    return found?.id ?? expect.fail(`no account ${name}`)
  }
  const must = (
    result: Result<PaymentStatusInquiry, { readonly code: string }>,
  ): PaymentStatusInquiry => (result.ok ? result.value : expect.fail(result.error.code))
  const byReference = async (reference: string, name = 'Alder Falls Receivables') => {
    const account = { kind: 'own', id: await accountId(name) } as const
    return must(await payments.inquire({ by: 'reference', account, reference }, context))
  }
  return { workstation, context, payments, byReference, must }
}
const next = (scenario: Scenario, times = 1) =>
  bank.control.setScenario({ scenario, target: 'payments', times })

const readingOf = ({ answer }: PaymentStatusInquiry) =>
  answer.kind === 'answered' ? answer.reading : expect.fail(answer.kind)

describe('a payment status inquiry', () => {
  it('bank note 66: finds a payment by the own account as the bank writes it, with its leading zeros', async () => {
    const { byReference, payments, context, workstation, must } = await start()
    const found = await byReference('HIST0003')
    expect(found).toMatchObject({
      title: 'HIST0003 from Alder Falls Receivables \u2022\u2022\u2022\u20224500',
      isMasked: true,
      operator: 'Mara Ellison',
    })
    expect(readingOf(found)).toMatchObject({ requestReference: 'HIST0003', status: 'COMPLETED' })
    const typed = { kind: 'typed', number: receivables } as const
    const again = await payments.inquire(
      { by: 'reference', account: typed, reference: 'HIST0003' },
      context,
    )
    expect(must(again).question).toMatchObject({
      account: { number: '\u2022\u2022\u2022\u20224500' },
    })
    await workstation.close()
    const store = await openPracticeStore(folder)
    const calls = await store.read
      .selectFrom('bank_calls')
      .select(['path', 'lane'])
      .where('purpose', '=', 'payment-status-by-reference')
      .execute()
    await store.close()
    const path = `/rtp/v1/payment/status/debitAccount/${receivables}/reference/HIST0003`
    expect(calls).toEqual([
      { path, lane: 'unknown-outcome' },
      { path, lane: 'unknown-outcome' },
    ])
  })

  it('names no account in full: in the result, in the list, in the audit chain', async () => {
    const { byReference, payments, context, workstation, must } = await start()
    const { id } = await byReference('HIST0003')
    await byReference(receivables)
    const list = await payments.listStatusInquiries(everything, context)
    const got = await payments.getStatusInquiry({ id }, context)
    expect(JSON.stringify([list, got])).not.toMatch(/72004500/)
    expect(JSON.stringify(got)).toContain('HIST0003')
    const whole = must(await payments.revealStatusInquiry({ id }, context))
    expect(whole.isMasked).toBe(false)
    expect(readingOf(whole).debitAccountNumber).toBe(receivables)
    expect(whole.title).toContain(receivables)
    await workstation.close()
    const store = await openPracticeStore(folder)
    const acts = await store.read.selectFrom('audit_entries').selectAll().execute()
    await store.close()
    expect(JSON.stringify(acts)).not.toContain('72004500')
    expect(acts.map(({ kind }) => kind)).toEqual(
      expect.arrayContaining([
        'payment.status-requested',
        'payment.status-inquired',
        'payment.revealed',
      ]),
    )
    expect(acts.filter(({ kind }) => kind === 'payment.revealed')).toMatchObject([{ subject: id }])
  })

  it('finds a payment by its transaction id, and stays readable without a bank', async () => {
    const { byReference, payments, context, workstation, must } = await start()
    const { transactionId } = readingOf(await byReference('HIST0003'))
    const question = { by: 'transaction-id', transactionId: transactionId ?? '' } as const
    const found = must(await payments.inquire(question, context))
    expect(readingOf(found).requestReference).toBe('HIST0003')
    await workstation.close()
    open.length = 0
    bank.stop()
    await bank.exited
    const { workstation: offline, context: later } = await startWorkstation(folder, bank.controlUrl)
    open.push(offline)
    const stored = await offline.handlers.paymentInquiry.getStatusInquiry({ id: found.id }, later)
    expect(stored).toEqual({ ok: true, value: found })
    const list = await offline.handlers.paymentInquiry.listStatusInquiries(everything, later)
    expect(list).toMatchObject({
      value: { total: 2, items: [{ id: found.id, outcome: 'answered', status: 'COMPLETED' }, {}] },
    })
    const requested = await offline.handlers.paymentInquiry.inquire(question, later)
    expect(requested).toMatchObject({ ok: false, error: { code: 'bank-not-running' } })
  })

  it('bank note 67: finds nothing, and finds the payment when the same data is queried again', async () => {
    const { byReference, payments, context, must } = await start()
    await next('found-late')
    const first = await byReference('HIST0003')
    expect(first.answer).toMatchObject({ kind: 'refused', problem: 'not-found' })
    const again = must(await payments.inquireAgain({ id: first.id }, context))
    expect(again.id).not.toBe(first.id)
    expect(readingOf(again).requestReference).toBe('HIST0003')
    const list = await payments.listStatusInquiries(everything, context)
    expect(list).toMatchObject({
      value: { items: [{ outcome: 'answered' }, { outcome: 'nothing-found', status: null }] },
    })
  })

  it('is found in the list by the text that the list shows, and by no other', async () => {
    const { byReference, payments, context } = await start()
    await next('found-late')
    await byReference('HIST0003')
    await byReference('HIST0003')
    const totalOf = async (search: string): Promise<unknown> => {
      const list = await payments.listStatusInquiries({ ...everything, search }, context)
      return list.ok ? list.value.total : list.error.code
    }
    expect(await totalOf(outcomeLabels['nothing-found'])).toBe(1)
    expect(await totalOf('completed')).toBe(1)
    expect(await totalOf('not found')).toBe(0)
  })

  it('bank notes 60 and 61: stores a status that came as an object, and the amount as received', async () => {
    const { byReference } = await start()
    await next('status-as-object')
    const found = await byReference('HIST0003')
    const reading = readingOf(found)
    expect(reading.status).toBe('COMPLETED')
    expect(found.raw).toContain(`"transferAmount":${reading.transferAmount ?? ''}`)
  })

  it('bank note 71: takes FAILED about a payment as its answer, with its error', async () => {
    const { byReference } = await start()
    const failed = readingOf(await byReference('HIST0010', 'Alder Falls Payroll'))
    expect(failed.status).toBe('FAILED')
    expect(failed.error).not.toBeNull()
  })

  it.each([
    ['service-not-authorized-401', 2, 'service-not-authorized'],
    ['backend-authentication-500', 1, 'backend-unknown-error'],
  ] as const)('stores the answer of the bank with %s', async (scenario, times, problem) => {
    const { byReference } = await start()
    await next(scenario, times)
    const { answer, raw, callId } = await byReference('HIST0003')
    expect(answer).toMatchObject({ kind: 'refused', problem })
    expect(raw).toMatch(/-(0006|9999)/)
    expect(callId).not.toBeNull()
  })

  it('shows a page of HTML as received when each of three attempts met one', async () => {
    const { byReference } = await start()
    await next('html-502', 3)
    const { answer, raw } = await byReference('HIST0003')
    expect(answer).toMatchObject({ kind: 'refused', unreadable: 'html' })
    expect(raw).toMatch(/^\s*</)
  })

  it('is stored without an answer when the connection was cut each time', async () => {
    const { byReference, payments, context } = await start()
    await next('dropped-before-answer', 3)
    const cut = await byReference('HIST0003')
    expect(cut.answer).toEqual({ kind: 'no-answer', reason: 'connection-lost' })
    expect(await payments.getStatusInquiry({ id: cut.id }, context)).toEqual({
      ok: true,
      value: cut,
    })
  })

  it('bank note 19: sends nothing while the bank requires a pause', async () => {
    const { byReference, payments, context } = await start()
    await next('too-many-requests')
    await byReference('HIST0003')
    const question = { by: 'transaction-id', transactionId: 'T1' } as const
    expect(await payments.inquire(question, context)).toMatchObject({
      ok: false,
      error: { code: 'rate-paused' },
    })
  })

  it('refuses an own account that the profile does not have', async () => {
    const { payments, context } = await start()
    const account = { kind: 'own', id: 'nobody' } as const
    const question = { by: 'reference', account, reference: 'R1' } as const
    const refused = { ok: false, error: { code: 'not-found' } }
    expect(await payments.inquire(question, context)).toEqual(refused)
    expect(await payments.getStatusInquiry({ id: 'nobody' }, context)).toEqual(refused)
    expect(await payments.inquireAgain({ id: 'nobody' }, context)).toEqual(refused)
  })
})
