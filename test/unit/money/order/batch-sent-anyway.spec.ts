/**
 * An entry that the bank is certain to reject leaves only after an operator confirmed that very
 * entry.
 */
import { describe, expect, it } from 'vitest'
import { createBatchReading } from '../../../../main/money/batch/batch-reading.ts'
import { createBatchDrafts } from '../../../../main/money/batch/drafts/batch-drafts.ts'
import { createBatchDraftStore } from '../../../../main/money/batch/drafts/batch-draft-store.ts'
import { createOrderEvidence } from '../../../../main/money/order/approval/evidence.ts'
import { createOrderReading } from '../../../../main/money/order/reading/order-reading.ts'
import type { OrderContext } from '../../../../main/money/order/types.ts'
import type { TypedEntry } from '../../../../preload/contract/domain/batches/entry.ts'
import type { CertainRejection } from '../../../../preload/contract/kernel/request-warning.ts'
import { auditEntries } from '../../store/stores.ts'
import { batchDraft, entry, payroll, uuidOf } from './support/batch-session.ts'
import { as, codeOf, openSession, people, type Person } from './support/sending-session.ts'

const valueOf = <T>(result: { ok: true; value: T } | { ok: false; error: { code: string } }): T =>
  result.ok ? result.value : expect.fail(result.error.code)
const callerOf = (who: Person) =>
  ({ operator: { id: who, name: people[who].name, roles: [...people[who].roles] } }) as never
const page = { cursor: null, limit: 100 }

async function openDrafts() {
  let context!: OrderContext
  const session = await openSession({
    evidence(created) {
      context = {
        ...created,
        operatorName: (id: string) => id,
        settings: { current: () => ({ scoreThreshold: 80 }) },
        emitEvent: () => undefined,
        payees: { statusesOf: () => Promise.resolve(new Map()) },
      } as unknown as OrderContext
      return createOrderEvidence(context)
    },
  })
  const evidence = createOrderEvidence(context)
  const orders = createOrderReading(context, evidence)
  const reading = createBatchReading(context).handlers
  const drafts = createBatchDrafts(context, createBatchDraftStore(context)).handlers
  const shown = async (who: Person) =>
    valueOf(await orders.show('o1', people[who] as never)).batch ?? expect.fail('no batch')
  const warningText = async () =>
    valueOf(await drafts.listSentAnyway({ id: 'o1', ...page }, callerOf('mara'))).items
  const sendAnyway = (codes: CertainRejection[], who: Person = 'mara', number = 2) =>
    drafts.sendAnyway({ id: 'o1', entryId: uuidOf(number), codes }, callerOf(who))
  const acts = async () =>
    (await auditEntries(session.store))
      .filter(({ kind }) => kind.includes('anyway'))
      .map(({ actor, kind, subject, detail }) => ({ actor, kind, subject, detail }))
  return { session, drafts, reading, shown, warningText, sendAnyway, acts }
}

const bad: readonly (readonly [string, Partial<TypedEntry>, CertainRejection, string])[] = [
  ['a wrong check digit', { routingNumber: '550010015' }, 'check-digit', 'routingNumber'],
  [
    'an account type that the bank does not list',
    { accountType: 'Brokerage' },
    'account-type',
    'accountType',
  ],
  ['no account type', { accountType: '' }, 'account-type', 'accountType'],
  ['an amount of 0.00', { amount: '0.00' }, 'amount', 'amount'],
  ['no receiver', { receiverName: ' ' }, 'receiver', 'receiverName'],
]

describe('an entry whose rejection is certain', () => {
  it.each(bad)(
    'with %s is not submitted before it is sent anyway',
    async (_what, part, code, path) => {
      const { session, shown, sendAnyway, acts, reading } = await openDrafts()
      await batchDraft(session, { entries: [entry(1), entry(2, part), entry(3)] })
      const refused = await as(session, 'mara')('submit', { id: 'o1' })
      expect(refused).toMatchObject({
        error: {
          code: 'invalid-input',
          fields: [
            {
              path: `details.1.${path}`,
              message: expect.stringContaining('Send anyway') as string,
            },
          ],
        },
      })
      expect(await shown('mara')).toMatchObject({ entriesWithProblems: 1, sentAnyway: [] })
      const broken = valueOf(
        await reading.listEntries({ id: 'o1', ...page, filter: 'with-problems' }, callerOf('mara')),
      ).items
      expect(broken.map(({ number, problemCount }) => [number, problemCount])).toEqual([[2, 1]])

      valueOf(await sendAnyway([code]))
      expect(codeOf(await as(session, 'mara')('submit', { id: 'o1' }))).toBeUndefined()
      // The approver sees how many, why, and which entry.
      expect(await shown('theo')).toMatchObject({
        entriesWithProblems: 0,
        sentAnyway: [{ code, entries: 1 }],
      })
      const lines = valueOf(
        await reading.listEntries({ id: 'o1', ...page, filter: 'all' }, callerOf('theo')),
      ).items
      expect(lines.map((line) => line.sentAnyway)).toEqual([[], [code], []])
      expect(await acts()).toEqual([
        {
          actor: 'mara',
          kind: 'batch.sent-anyway',
          subject: 'o1',
          detail: JSON.stringify({ codes: [code], entries: 1 }),
        },
      ])
    },
  )

  it('is sent anyway by one act for each entry', async () => {
    const { session, sendAnyway } = await openDrafts()
    const zero = { amount: '0.00' }
    await batchDraft(session, { entries: [entry(1), entry(2, zero), entry(3, zero)] })
    valueOf(await sendAnyway(['amount']))
    const refused = await as(session, 'mara')('submit', { id: 'o1' })
    expect(refused).toMatchObject({ error: { fields: [{ path: 'details.2.amount' }] } })
    valueOf(await sendAnyway(['amount'], 'mara', 3))
    expect(codeOf(await as(session, 'mara')('submit', { id: 'o1' }))).toBeUndefined()
  })

  it('does not apply to a prenotification, nor to remittance data of CCD', async () => {
    const { session } = await openDrafts()
    await batchDraft(session, { entries: [entry(1, { amount: '0.00', transactionType: 'P' })] })
    expect(codeOf(await as(session, 'mara')('submit', { id: 'o1' }))).toBeUndefined()
    await batchDraft(session, {
      id: 'o2',
      uuid: 'c'.repeat(32),
      form: { secCode: 'CCD' },
      entries: [entry(9, { amount: '0.00', addenda: ['RMR*IV*1'] })],
    })
    expect(codeOf(await as(session, 'mara')('submit', { id: 'o2' }))).toBeUndefined()
  })

  it('is sent anyway only for the reasons that were shown: with other reasons now it is not sent', async () => {
    const { session, sendAnyway, warningText } = await openDrafts()
    await batchDraft(session, {
      entries: [entry(1), entry(2, { amount: '0.00', receiverName: '' })],
    })
    expect(codeOf(await sendAnyway(['amount']))).toBe('order-changed')
    expect(codeOf(await sendAnyway(['amount', 'receiver'], 'max'))).toBe('not-maker')
    expect(codeOf(await sendAnyway(['amount', 'receiver'], 'mara', 7))).toBe('not-found')
    expect(await warningText()).toEqual([])
    valueOf(await sendAnyway(['receiver', 'amount']))
    expect(await warningText()).toEqual([{ entryId: uuidOf(2), codes: ['amount', 'receiver'] }])
  })

  it('is no longer sent anyway once it changes, or somebody withdraws that', async () => {
    const { session, drafts, sendAnyway, warningText, acts } = await openDrafts()
    const zero = entry(2, { amount: '0.00' })
    await batchDraft(session, { entries: [entry(1), zero] })
    const put = (position: number, part: Partial<TypedEntry> = {}) =>
      drafts.saveEntries(
        { id: 'o1', put: [{ position, entry: { ...zero, ...part } }], removed: [] },
        callerOf('mara'),
      )
    valueOf(await sendAnyway(['amount']))
    // In another row it is the same entry.
    valueOf(await put(7))
    expect(await warningText()).toHaveLength(1)
    valueOf(await put(7, { receiverName: 'Somebody Else' }))
    expect(await warningText()).toEqual([])
    // Restoring the changed value does not restore the confirmation.
    valueOf(await put(7))
    expect(await warningText()).toEqual([])
    expect(codeOf(await as(session, 'mara')('submit', { id: 'o1' }))).toBe('invalid-input')
    valueOf(await sendAnyway(['amount']))
    valueOf(await sendAnyway([]))
    expect(await warningText()).toEqual([])
    expect((await acts()).map(({ kind }) => kind)).toEqual([
      'batch.sent-anyway',
      'batch.sent-anyway',
      'batch.not-sent-anyway',
    ])
    expect(JSON.stringify(await acts())).not.toMatch(/Receiver|Somebody|55501/)
  })

  it('is not sent anyway in a copy of its batch', async () => {
    const { session, drafts, sendAnyway } = await openDrafts()
    await batchDraft(session, { entries: [entry(2, { amount: '0.00' })] })
    valueOf(await sendAnyway(['amount']))
    const created = valueOf(await drafts.copy({ id: 'o1' }, callerOf('mara')))
    valueOf(await drafts.saveForm({ id: created.id, form: payroll }, callerOf('mara')))
    expect(codeOf(await as(session, 'mara')('submit', { id: created.id }))).toBe('invalid-input')
  })
})
