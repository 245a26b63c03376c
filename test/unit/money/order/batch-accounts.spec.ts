/**
 * The payee book, earlier prenotifications and ownership checks of a batch, shown to both
 * maker and approver.
 */
import { describe, expect, it } from 'vitest'
import { createPayees } from '../../../../main/money/payees/payees.service.ts'
import { createOrderEvidence } from '../../../../main/money/order/approval/evidence.ts'
import { createOrderReading } from '../../../../main/money/order/reading/order-reading.ts'
import type { OrderContext } from '../../../../main/money/order/types.ts'
import { createBatchReading } from '../../../../main/money/batch/batch-reading.ts'
import { significantAccount } from '../../../../preload/contract/kernel/account-number.ts'
import {
  order as orderSchema,
  type Order,
} from '../../../../preload/contract/domain/orders/order.ts'
import { page as pageOf } from '../../../../preload/contract/kernel/paging.ts'
import {
  batchEntry,
  entryLine,
  type EntriesRequest,
} from '../../../../preload/contract/domain/batches/batch.ts'
import { approvedBatch, batchDraft, entry, uuidOf } from './support/batch-session.ts'
import {
  openSession,
  people,
  release,
  type Person,
  type SendingSession,
} from './support/sending-session.ts'
import { originated } from './support/fake-bank.ts'

const callerOf = (who: Person) =>
  ({ operator: { id: who, name: people[who].name, roles: [...people[who].roles] } }) as never
const valueOf = <T>(result: { ok: true; value: T } | { ok: false; error: { code: string } }): T =>
  result.ok ? result.value : expect.fail(result.error.code)
const details = (accountNumber: string) => ({
  kind: null,
  name: 'Ridgeway Supply',
  accountNumber,
  address: [],
  intermediaries: [],
  services: [],
  bank: { name: 'Alder Bank', aba: '550010016', address: [] },
  note: '',
})

async function openBook() {
  const session = await openSession()
  const base = {
    ...session.context,
    operatorName: (id: string) => id,
    settings: { current: () => ({ scoreThreshold: 80 }) },
    emitEvent: () => undefined,
  } as unknown as OrderContext
  const payees = createPayees(base)
  const context: OrderContext = { ...base, payees }
  const evidence = createOrderEvidence(context)
  const orders = createOrderReading(context, evidence).handlers
  const batches = createBatchReading(context).handlers
  const page = { cursor: null, limit: 100 } as const
  const theo = people.theo.id
  const mara = people.mara.id
  return {
    session,
    payees,
    /** A payee that two people approved; returns its id. */
    async payee(account: string): Promise<string> {
      const caller = { id: mara, name: mara, roles: ['maker' as const] }
      const { id } = valueOf(await payees.propose(null, details(account), caller))
      await decide(id, 1, 'approve')
      return id
    },
    propose: async (id: string, account: string) =>
      valueOf(
        await payees.propose(id, details(account), { id: mara, name: mara, roles: ['maker'] }),
      ),
    decide,
    get: async (id = 'o1', who: Person = 'theo'): Promise<Order> =>
      orderSchema.parse(valueOf(await orders.get({ id }, callerOf(who)))),
    list: async (filter: EntriesRequest['filter'], id = 'o1') =>
      pageOf(entryLine).parse(
        valueOf(await batches.listEntries({ ...page, id, filter }, callerOf('mara'))),
      ).items,
    entry: async (entryId: string, id = 'o1') =>
      batchEntry.parse(valueOf(await batches.getEntry({ id, entryId }, callerOf('mara')))),
  }
  async function decide(id: string, version: number, decision: 'approve' | 'refuse') {
    const checker = { id: theo, name: theo, roles: ['checker' as const] }
    valueOf(await payees.decide({ id, version, decision, comment: '' }, checker))
  }
}

const warningText = ({ warnings }: Order): string =>
  warnings.map(({ message }) => message).join('\n')

describe('the payee book and a batch', () => {
  it('a draft that keeps the account from before a correction is flagged, row by row', async () => {
    const book = await openBook()
    const id = await book.payee('5550142')
    const old = { payeeId: id, accountNumber: '005550142' }
    await batchDraft(book.session, { entries: [entry(1), entry(2, old), entry(3)] })
    expect((await book.get()).flags).not.toContain('differs-from-book')
    await book.propose(id, '5550777')
    expect((await book.get('o1', 'mara')).flags).toContain('change-proposed')
    await book.decide(id, 2, 'approve')
    const shown = await book.get()
    expect(shown.flags[0]).toBe('differs-from-book')
    expect(shown.evidence.flags).toEqual(shown.flags)
    expect(warningText(shown)).toContain('1 entry has another account or bank than approved')
    expect(warningText(shown)).toContain('row 2')
    expect(JSON.stringify(shown)).not.toContain('5550142')
    const listed = await book.list('payee-flagged')
    expect(listed.map(({ number, payeeFlags }) => [number, payeeFlags])).toEqual([
      [2, ['differs-from-book']],
    ])
    expect((await book.entry(uuidOf(2))).payeeFlags).toEqual(['differs-from-book'])
    expect((await book.entry(uuidOf(1))).payeeFlags).toEqual([])
    expect((await book.entry(uuidOf(2))).account).toMatch(/0142$/)
  })

  it('a payee that was never approved, or is gone from the book, is flagged', async () => {
    const book = await openBook()
    const gone = 'nobody'
    const mara = { id: 'mara', name: 'mara', roles: ['maker' as const] }
    const fresh = valueOf(await book.payees.propose(null, details('5550142'), mara)).id
    const entries = [
      entry(1, { payeeId: gone }),
      entry(2, { payeeId: fresh, accountNumber: '5550142' }),
    ]
    await batchDraft(book.session, { entries })
    const shown = await book.get()
    expect(shown.flags.slice(0, 2)).toEqual(['not-approved', 'not-in-book'])
    expect(warningText(shown)).toContain('not approved by a second person: row 2')
    expect(warningText(shown)).toContain('no longer in the payee book: row 1')
  })

  it('nothing is flagged of a batch that has been sent', async () => {
    const book = await openBook()
    const entries = [entry(1, { payeeId: 'nobody' })]
    await release(book.session, await approvedBatch(book.session, { entries }), 'accepted')
    expect((await book.get()).flags).toEqual([])
    expect((await book.list('all'))[0]?.payeeFlags).toEqual([])
    expect(await book.list('payee-flagged')).toEqual([])
  })
})

describe('prenotifications of another batch', () => {
  const prenote = entry(1, { transactionType: 'P', amount: '0.00' })
  const live = entry(7, { accountNumber: prenote.accountNumber })

  it('a live entry within three banking days is warned of, by the rule of the network', async () => {
    const book = await openBook()
    await release(
      book.session,
      await approvedBatch(book.session, { entries: [prenote] }),
      'accepted',
    )
    await batchDraft(book.session, { id: 'o2', uuid: 'c'.repeat(32), entries: [entry(8), live] })
    const warning = (await book.get('o2')).warnings.find(({ message }) =>
      message.includes('sent with another batch'),
    )
    // Effective on 2026-11-25; Thanksgiving is no banking day.
    expect(warning).toMatchObject({ source: 'network', where: 'Nacha, prenotifications' })
    expect(warning?.message).toContain('wait until 2026-12-01, row 2')
    book.session.pass(8 * 86_400_000)
    expect(warningText(await book.get('o2'))).not.toContain('left with another batch')
  })

  it.each(['2026-11-30', '20261130'])(
    'a live entry waits from the bank\u2019s effective date, %s, the latest of all batches',
    async (effectiveDate) => {
      const book = await openBook()
      book.session.bank.answerBatch = (body) =>
        originated(body, { effectiveDate: effectiveDate as never })
      await release(
        book.session,
        await approvedBatch(book.session, { entries: [prenote] }),
        'accepted',
      )
      book.session.bank.answerBatch = (body) => originated(body)
      const other = entry(2, { ...prenote, id: uuidOf(2) })
      const second = { id: 'o2', uuid: 'd'.repeat(32), entries: [other] }
      await release(book.session, await approvedBatch(book.session, second), 'accepted', 'o2')
      await batchDraft(book.session, { id: 'o3', uuid: 'c'.repeat(32), entries: [live] })
      expect(warningText(await book.get('o3'))).toContain('wait until 2026-12-03, row 1')
    },
  )

  it('one that has not been sent delays nothing', async () => {
    const book = await openBook()
    await approvedBatch(book.session, { entries: [prenote] })
    await batchDraft(book.session, { id: 'o2', uuid: 'c'.repeat(32), entries: [live] })
    expect(warningText(await book.get('o2'))).not.toContain('left with another batch')
  })
})

describe('a business entry to an account', () => {
  const saveCheck = (
    session: SendingSession,
    id: string,
    kind: 'person' | 'business',
    at: string,
  ) =>
    session.store.record(
      { actor: 'mara', kind: 'test.check', subject: id, detail: {} },
      async (tx) => {
        const account = entry(1).accountNumber
        await tx
          .insertInto('validations')
          .values({
            id,
            at,
            actor: 'mara',
            api_version: 'v1',
            routing_number: '550010016',
            account_number: account,
            account_significant: significantAccount(account),
            owner_kind: kind,
            owner_name: 'Receiver 1',
            fields_sent: '[]',
            ssn_digits: null,
            user_defined: null,
            result_class: 'owner-matches',
            score: 95,
            search_text: '',
            outcome: '{"kind":"no-answer","reason":"timed-out"}',
            bank_call_id: null,
          })
          .execute()
      },
    )

  it('that is a person\u2019s by the newest check is warned of as R05, and other entries are not', async () => {
    const book = await openBook()
    await batchDraft(book.session, { form: { secCode: 'CCD' }, entries: [entry(1), entry(2)] })
    const toPerson = entry(3, { accountNumber: entry(1).accountNumber })
    await batchDraft(book.session, { id: 'o2', uuid: 'c'.repeat(32), entries: [toPerson] })
    expect(warningText(await book.get())).not.toContain('R05')
    await saveCheck(book.session, 'v1', 'person', '2026-11-20T10:00:00.000Z')
    const warning = (await book.get()).warnings.find(({ message }) => message.includes('R05'))
    expect(warning).toMatchObject({ source: 'network', where: 'Nacha, return reason R05' })
    expect(warning?.message).toContain('row 1')
    expect(warningText(await book.get('o2'))).not.toContain('R05')
    await saveCheck(book.session, 'v2', 'business', '2026-11-21T10:00:00.000Z')
    expect(warningText(await book.get())).not.toContain('R05')
  })
})

describe('what a batch counts', () => {
  it('prenotes are entries of type P, whatever their amount, and blank addenda are none', async () => {
    const { session, get } = await openBook()
    const entries = [
      entry(1, { amount: '0.00', addenda: ['RMR*1', '', ' \t'] }),
      entry(2, { transactionType: 'P', amount: '0.01' }),
      entry(3, { transactionType: 'P', amount: '0.00' }),
    ]
    await batchDraft(session, { form: { secCode: 'CTX' }, entries })
    expect((await get()).batch).toMatchObject({ prenotes: 2, addenda: 1 })
  })
})

describe('entries that break rules', () => {
  it('name the rules, are counted in their line, and are found by a filter', async () => {
    const book = await openBook()
    const bad = entry(2, { routingNumber: '12', accountType: '', amount: 'ten', accountNumber: '' })
    await batchDraft(book.session, { entries: [entry(1), bad, entry(3)] })
    expect((await book.get()).batch?.entriesWithProblems).toBe(1)
    const [line, ...others] = await book.list('with-problems')
    expect([line?.number, others]).toEqual([2, []])
    const { problems } = await book.entry(uuidOf(2))
    expect(line?.problemCount).toBe(problems.length)
    expect(problems.map(({ path }) => path)).toEqual(
      expect.arrayContaining(['routingNumber', 'accountNumber', 'amount']),
    )
    expect(problems.every(({ source }) => source !== null && source !== '')).toBe(true)
    expect((await book.entry(uuidOf(1))).problems).toEqual([])
    expect((await book.list('all')).map(({ problemCount }) => problemCount > 0)).toEqual([
      false,
      true,
      false,
    ])
  })
})
