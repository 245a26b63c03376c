/** Corrections prepared from returns and changes: none of them is sent. */
import { describe, expect, it } from 'vitest'
import type { BatchContext } from '../../../../main/money/batch/types.ts'
import {
  acknowledgedState,
  acknowledgedVerdict,
  proposedCorrection,
  replacedCorrection,
  stateMark,
  verdictMark,
} from '../../../../main/money/batch/entries/entry-correction.ts'
import { proposeCorrection } from '../../../../main/money/batch/entries/propose-correction.ts'
import { batchContentOf } from '../../../../main/money/batch/batch-content.ts'
import { createBatchDrafts } from '../../../../main/money/batch/drafts/batch-drafts.ts'
import { duplicateEntries } from '../../../../main/money/batch/drafts/duplicate-checks.ts'
import {
  batchFormIn,
  batchFormText,
  typedEntriesOf,
} from '../../../../main/money/batch/batch-records.ts'
import { readEntryTracker } from '../../../../main/money/batch/tracking/tracked-batch.ts'
import { timelineOf } from '../../../../main/money/order/reading/timeline.ts'
import { addBankingDays } from '../../../../preload/contract/kernel/banking-days.ts'
import {
  reversalReason,
  type ExceptionsRequest,
} from '../../../../preload/contract/domain/batches/exceptions.ts'
import { auditEntries } from '../../store/stores.ts'
import { must } from './open-batches.ts'
import { entry, openTracking, mara, theo } from './open-tracking.ts'

type Session = Awaited<ReturnType<typeof openTracking>>
const debit = (part: object = {}) => entry({ creditDebitCode: 'D', ...part })

const reason = { ground: 'amount', note: '' } as const

const draftOf = async (session: Session, id: string) => {
  const order = await session.store.read
    .selectFrom('orders')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const batch = await session.store.read
    .selectFrom('batches')
    .selectAll()
    .where('order_id', '=', id)
    .executeTakeFirstOrThrow()
  const typed = await typedEntriesOf(session.store.read, id)
  return { order, batch, typed, form: batchFormIn(order).form, rows: await session.entries(id) }
}
const originations = (session: Session) =>
  session.calls().filter((purpose) => purpose.startsWith('originate')).length

describe('a correction', () => {
  it('of a payee of the book is a proposal of its details that a second person decides', async () => {
    const session = await openTracking()
    const own = must(
      await session.payees.propose(
        null,
        {
          name: 'Ridgeway Supply',
          accountNumber: '12345678',
          address: ['1 Quay'],
          bank: { name: 'Alder Bank', aba: '041000124', address: [] },
          kind: null,
          intermediaries: [],
          services: [],
          note: 'kept',
        },
        mara.operator,
      ),
    )
    must(
      await session.payees.decide(
        { id: own.id, version: 1, decision: 'approve', comment: '' },
        theo.operator,
      ),
    )
    const id = await session.accepted([entry()])
    const entryId = (await session.entries(id))[0]?.id ?? ''
    await session.change(entryId, {
      change_code: 'C03',
      change_data: '091000019   00777',
      changed_at: '2026-11-22T12:00:00.000Z',
    })
    expect(must(await session.reading.getEntry({ id, entryId }, mara)).change?.payee).toEqual({
      id: own.id,
      name: 'Ridgeway Supply',
    })
    const proposed = must(await session.corrections.proposeCorrection({ id, entryId }, mara))
    expect(proposed).toEqual({ payeeId: own.id, version: 2 })
    const payee = must(await session.payees.reveal(own.id, 'mara'))
    expect(payee.proposal?.details).toMatchObject({
      accountNumber: '00777',
      note: 'kept',
      address: ['1 Quay'],
      bank: { name: '', aba: '091000019' },
    })
    expect(payee.approved?.accountNumber).toBe('12345678')
    expect(
      await session.payees.decide(
        { id: own.id, version: 2, decision: 'approve', comment: '' },
        mara.operator,
      ),
    ).toMatchObject({ error: { code: 'own-work' } })
    // A repeated request gives the same proposal.
    expect(must(await session.corrections.proposeCorrection({ id, entryId }, mara))).toEqual(
      proposed,
    )
    expect(await session.acts('batch.correction-proposed')).toEqual([id])
  })

  it('of an entry to somebody else on a payee’s account is no change of that payee', async () => {
    const session = await openTracking()
    const own = must(
      await session.payees.propose(
        null,
        {
          name: 'Ridgeway Supply LLC',
          accountNumber: '12345678',
          address: [],
          bank: { name: 'Alder Bank', aba: '041000124', address: [] },
          kind: null,
          intermediaries: [],
          services: [],
          note: '',
        },
        mara.operator,
      ),
    )
    must(
      await session.payees.decide(
        { id: own.id, version: 1, decision: 'approve', comment: '' },
        theo.operator,
      ),
    )
    const id = await session.accepted([
      entry({ receiverName: 'Margaret Alder' }),
      entry({ receiverName: 'RIDGEWAY SUPPLY, LLC' }),
    ])
    const [other, same] = (await session.entries(id)).map((row) => row.id)
    for (const one of [other, same]) {
      const changed_at = '2026-11-22T12:00:00.000Z'
      await session.change(one ?? '', { change_code: 'C01', change_data: '00777', changed_at })
    }
    const payeeOf = async (entryId = '') =>
      must(await session.reading.getEntry({ id, entryId }, mara)).change?.payee ?? null
    expect(await payeeOf(other)).toBeNull()
    expect(await payeeOf(same)).toMatchObject({ id: own.id })
    const created = must(
      await session.corrections.proposeCorrection({ id, entryId: other ?? '' }, mara),
    )
    expect(created.payeeId).not.toBe(own.id)
    const book = must(await session.payees.reveal(created.payeeId, 'mara'))
    expect(book.latest).toMatchObject({ name: 'Margaret Alder', accountNumber: '00777' })
    expect(
      must(await session.corrections.proposeCorrection({ id, entryId: same ?? '' }, mara)),
    ).toMatchObject({ payeeId: own.id })
  })

  it('that cannot be derived is refused with the reason, and changes nothing', async () => {
    const session = await openTracking()
    const id = await session.accepted([entry()])
    const entryId = (await session.entries(id))[0]?.id ?? ''
    const request = () => session.corrections.proposeCorrection({ id, entryId }, mara)
    expect(await request()).toMatchObject({ error: { code: 'invalid-input' } })
    await session.change(entryId, { change_code: 'C13', change_data: 'ADDENDA FORMAT' })
    expect(await request()).toMatchObject({
      error: { fields: [{ message: expect.stringContaining('C13') as string }] },
    })
    await session.change(entryId, { change_code: 'C05', change_data: '37' })
    expect(await request()).toMatchObject({ error: { code: 'invalid-input' } })
    expect((await session.payees.list({ view: 'all', cursor: null, limit: 10 })).total).toBe(0)
  })
})

const book = {
  name: 'Ridgeway Supply',
  accountNumber: '12345678',
  address: [],
  bank: { name: 'Alder Bank', aba: '041000124', address: [] },
  kind: null,
  intermediaries: [],
  services: [],
  note: '',
}
async function inTheBook(session: Session): Promise<string> {
  const { id } = must(await session.payees.propose(null, book, mara.operator))
  const first = { id, version: 1, decision: 'approve' as const, comment: '' }
  must(await session.payees.decide(first, theo.operator))
  return id
}
type Kind = ExceptionsRequest['kind']
const isOpen = async (session: Session, kind: Kind) => {
  const requested = { kind, open: true, cursor: null, limit: 10, sort: null } as const
  return must(await session.reading.listExceptions(requested, mara)).total === 1
}
const knownAt = '2026-11-22T12:00:00.000Z'

describe('an exception that no proposal closes', () => {
  it.each([
    ['C05', '32'],
    ['C09', 'E-2002'],
  ])('of %s is closed by a maker, with who and when', async (code, data) => {
    const session = await openTracking()
    const id = await session.accepted([entry()])
    const entryId = (await session.entries(id))[0]?.id ?? ''
    await session.change(entryId, { change_code: code, change_data: data, changed_at: knownAt })
    expect(await session.corrections.proposeCorrection({ id, entryId }, mara)).toMatchObject({
      error: { fields: [{ message: expect.stringContaining('mark it as handled') as string }] },
    })
    expect(await isOpen(session, 'change')).toBe(true)
    const input = {
      id,
      entryId,
      kind: 'change',
      note: 'Template corrected, acct 0012345678',
    } as const
    must(await session.corrections.acknowledgeException(input, mara))
    expect(await isOpen(session, 'change')).toBe(false)
    const shown = must(await session.reading.getEntry({ id, entryId }, mara))
    expect(shown.change?.acknowledged).toMatchObject({
      by: 'mara',
      at: expect.stringMatching(/Z$/) as string,
      note: expect.stringMatching(/^Template corrected, acct \u2022/) as string,
    })
    expect(await session.acts('batch.exception-acknowledged')).toEqual([id])
    expect(JSON.stringify(await auditEntries(session.store))).not.toContain('0012345678')
    expect(await session.corrections.acknowledgeException(input, mara)).toMatchObject({
      error: { code: 'invalid-input' },
    })
  })

  it('stays open after the account of C06 was proposed, until its kind was acknowledged too', async () => {
    const session = await openTracking()
    const payeeId = await inTheBook(session)
    const id = await session.accepted([entry({ payeeId })])
    const entryId = (await session.entries(id))[0]?.id ?? ''
    await session.change(entryId, {
      change_code: 'C06',
      change_data: '00777               32',
      changed_at: knownAt,
    })
    const proposed = must(await session.corrections.proposeCorrection({ id, entryId }, mara))
    expect(await isOpen(session, 'change')).toBe(true)
    const note = 'Kind of account corrected in the template'
    must(
      await session.corrections.acknowledgeException({ id, entryId, kind: 'change', note }, mara),
    )
    expect(await isOpen(session, 'change')).toBe(false)
    const shown = must(await session.reading.getEntry({ id, entryId }, mara))
    expect(shown.change).toMatchObject({ acknowledged: { note }, proposal: proposed })
  })

  it('of a return is closed the same way, and the change beside it stays open', async () => {
    const session = await openTracking()
    const id = await session.accepted([entry()])
    const entryId = (await session.entries(id))[0]?.id ?? ''
    const input = { id, entryId, kind: 'return', note: 'Paid by wire' } as const
    expect(await session.corrections.acknowledgeException(input, mara)).toMatchObject({
      error: { code: 'invalid-input' },
    })
    await session.change(entryId, {
      returned_at: knownAt,
      return_code: 'R02',
      change_code: 'C05',
      change_data: '32',
      changed_at: knownAt,
    })
    expect(await isOpen(session, 'return')).toBe(true)
    must(await session.corrections.acknowledgeException(input, mara))
    expect([await isOpen(session, 'return'), await isOpen(session, 'change')]).toEqual([
      false,
      true,
    ])
    const shown = must(await session.reading.getEntry({ id, entryId }, mara))
    expect(shown.return?.acknowledged).toMatchObject({ by: 'mara', note: 'Paid by wire' })
    expect(shown.change?.acknowledged).toBeNull()
    expect(
      await session.corrections.acknowledgeException({ ...input, entryId: 'none' }, mara),
    ).toMatchObject({
      error: { code: 'not-found' },
    })
  })
})

describe('an entry that the bank left open', () => {
  it.each(['in-error', 'unclear', 'not-mentioned'] as const)(
    'as %s is closed by a maker, is not presented again by that, and opens with another verdict',
    async (verdict) => {
      const session = await openTracking()
      const id = await session.accepted([entry()], { traces: false })
      const entryId = (await session.entries(id))[0]?.id ?? ''
      await session.change(entryId, { verdict })
      const input = { id, entryId, kind: 'not-accepted', note: 'Support has 0012345678' } as const
      must(await session.corrections.acknowledgeException(input, mara))
      expect(await isOpen(session, 'not-accepted')).toBe(false)
      const shown = async () => must(await session.reading.getEntry({ id, entryId }, mara))
      expect((await shown()).verdictAcknowledged).toMatchObject({ by: 'mara' })
      expect(await session.acts('batch.exception-acknowledged')).toEqual([id])
      expect(JSON.stringify(await auditEntries(session.store))).not.toContain('0012345678')
      expect(await session.corrections.acknowledgeException(input, mara)).toMatchObject({
        error: { code: 'invalid-input' },
      })
      expect(
        await session.corrections.prepareReentry({ id, entryIds: [entryId] }, mara),
      ).toMatchObject({
        error: { code: 'invalid-input' },
      })
      await session.change(entryId, { verdict: 'rejected' })
      expect(await isOpen(session, 'not-accepted')).toBe(true)
      expect((await shown()).verdictAcknowledged).toBeNull()
      must(await session.corrections.prepareReentry({ id, entryIds: [entryId] }, mara))
    },
  )

  it('whose state is unclear is closed the same way, until the bank reports more', async () => {
    const session = await openTracking()
    const id = await session.accepted()
    const [only] = await session.entries(id)
    const entryId = only?.id ?? ''
    const input = {
      id,
      entryId,
      kind: 'unclear',
      note: 'Bank support says that it is on hold',
    } as const
    expect(await session.corrections.acknowledgeException(input, mara)).toMatchObject({
      error: { code: 'invalid-input' },
    })
    const trace = { traceNumber: only?.trace_number }
    await session.alert({ ...trace, transactionStatus: 'ON HOLD' })
    expect(await isOpen(session, 'unclear')).toBe(true)
    must(await session.corrections.acknowledgeException(input, mara))
    expect(await isOpen(session, 'unclear')).toBe(false)
    await session.alert({ ...trace, transactionStatus: 'HELD AGAIN' })
    expect(await isOpen(session, 'unclear')).toBe(true)
  })

  it('stays acknowledged through a notification of change, and a proposal', () => {
    const row = { correction: null, verdict: 'in-error' as const }
    const mark = { by: 'mara', at: knownAt, note: 'Done' }
    const verdict = acknowledgedVerdict(row, mark, 'in-error')
    const correction = acknowledgedState({ correction: verdict }, mark, 4)
    const proposal = { payeeId: 'p', version: 1, until: 3, whole: true }
    const proposed = proposedCorrection({ correction }, proposal)
    for (const stored of [proposed, replacedCorrection({ correction: proposed })]) {
      expect(verdictMark({ ...row, correction: stored })).toMatchObject(mark)
      expect(stateMark({ correction: stored }, 4)).toMatchObject(mark)
    }
  })
})

describe('a decision about an entry', () => {
  const opened = async (change: object) => {
    const session = await openTracking()
    const id = await session.accepted([entry()])
    const entryId = (await session.entries(id))[0]?.id ?? ''
    await session.change(entryId, change)
    const { evidence } = must(await session.reading.getEntry({ id, entryId }, mara))
    return { session, id, entryId, evidence }
  }
  const returned = { returned_at: knownAt, return_code: 'R01', bank_status: 'returned' } as const
  const kept = async (session: Session, id: string) => (await session.entries(id))[0]?.correction

  it.each([
    ['its reason', { return_code: 'R02' }],
    ['that it was returned at all', { returned_at: null, bank_status: 'unclear' }],
    ['its state', { bank_status: 'unclear' }],
  ] as const)('refuses to close a return once %s is not what was shown', async (_what, later) => {
    const { session, id, entryId, evidence } = await opened(returned)
    await session.change(entryId, later)
    const input = { id, entryId, kind: 'return' as const, note: 'Paid by wire', evidence }
    expect(await session.corrections.acknowledgeException(input, mara)).toMatchObject({
      error: { code: 'changed-meanwhile' },
    })
    expect(await kept(session, id)).toBeNull()
    expect(await session.acts('batch.exception-acknowledged')).toEqual([])
  })

  it('refuses to close a return that changes between what is read and what is written', async () => {
    const { session, id, entryId, evidence } = await opened(returned)
    const record = session.store.record.bind(session.store)
    Object.assign(session.store, {
      record: (async (act, work) => {
        if (act.kind === 'batch.exception-acknowledged') {
          Object.assign(session.store, { record })
          await session.change(entryId, { return_code: 'R02' })
        }
        return record(act, work)
      }) satisfies typeof record,
    })
    const input = { id, entryId, kind: 'return' as const, note: 'Paid by wire', evidence }
    expect(await session.corrections.acknowledgeException(input, mara)).toMatchObject({
      error: { code: 'changed-meanwhile' },
    })
    expect(await kept(session, id)).toBeNull()
  })

  it('refuses to propose a correction that is not the one that was shown', async () => {
    const change = { change_code: 'C01', change_data: '00777', changed_at: knownAt }
    const { session, id, entryId, evidence } = await opened(change)
    await session.change(entryId, { change_code: 'C02', change_data: '041000124' })
    expect(
      await session.corrections.proposeCorrection({ id, entryId, evidence }, mara),
    ).toMatchObject({ error: { code: 'changed-meanwhile' } })
    expect(await session.acts('payee.proposed')).toEqual([])
  })

  it('closes a correction that an alert announced, once the bank was asked and has none', async () => {
    const { session, id, entryId } = await opened({ changed_at: null })
    const trace = (await session.entries(id))[0]?.trace_number
    await session.alert({
      traceNumber: trace,
      transactionStatus: 'COLLECTED',
      notificationOfChangeAddendaCount: '1',
    })
    const close = () =>
      session.corrections.acknowledgeException(
        { id, entryId, kind: 'change', note: 'The bank has none' },
        mara,
      )
    expect(await close()).toMatchObject({ error: { code: 'invalid-input' } })
    session.bank.clock.pass(10_000)
    await session.request(id)
    expect((await session.entries(id))[0]?.change_code).toBeNull()
    must(await close())
    expect(await isOpen(session, 'change')).toBe(false)
  })
})

describe('a correction that is proposed while somebody else acts', () => {
  /**
   * Runs an act between the proposal in the payee book and the event of the entry that stores it.
   */
  const meanwhile = (session: Session, act: () => Promise<unknown>): BatchContext => ({
    ...session.context,
    payees: {
      ...session.payees,
      propose: async (...given) => {
        const created = await session.payees.propose(...given)
        await act()
        return created
      },
    },
  })

  it('leaves the mark of one who acknowledged it', async () => {
    const session = await openTracking()
    const id = await session.accepted([entry()])
    const entryId = (await session.entries(id))[0]?.id ?? ''
    const change = { change_code: 'C01', change_data: '00777', changed_at: knownAt }
    await session.change(entryId, { ...change, returned_at: knownAt })
    const context = meanwhile(session, async () => {
      for (const kind of ['change', 'return'] as const)
        must(
          await session.corrections.acknowledgeException(
            { id, entryId, kind, note: 'Done by phone' },
            mara,
          ),
        )
    })
    const { evidence } = must(await session.reading.getEntry({ id, entryId }, mara))
    const created = must(await proposeCorrection(context, { id, entryId, evidence }, mara.operator))
    const shown = must(await session.reading.getEntry({ id, entryId }, mara))
    expect(shown.change).toMatchObject({
      acknowledged: { note: 'Done by phone' },
      proposal: created,
    })
    expect(shown.return?.acknowledged).toMatchObject({ note: 'Done by phone' })
  })

  it('answers no notification that came meanwhile', async () => {
    const session = await openTracking()
    const id = await session.accepted([entry()])
    const entryId = (await session.entries(id))[0]?.id ?? ''
    await session.change(entryId, { change_code: 'C01', change_data: '00777', changed_at: knownAt })
    const context = meanwhile(session, () => session.change(entryId, { change_data: '00888' }))
    const { evidence } = must(await session.reading.getEntry({ id, entryId }, mara))
    must(await proposeCorrection(context, { id, entryId, evidence }, mara.operator))
    expect(await isOpen(session, 'change')).toBe(true)
  })
})

describe('several notifications of one entry', () => {
  type AuditDetail = readonly (readonly [string, string])[]
  /** Adds notifications of change as an inquiry detail does. */
  async function addNotifications(
    session: Session,
    id: string,
    entryId: string,
    changes: AuditDetail,
  ): Promise<void> {
    const tracker = await readEntryTracker(session.store, id, [entryId])
    const notifications = changes.map(([code, data]) => ({ code, text: 'Reported', data }))
    const nothing = {
      statusText: null,
      parNumber: null,
      amount: null,
      callId: null,
      alertSeq: null,
    }
    const returned = { code: null, text: null, date: null }
    const at = session.bank.clock.now().toISOString()
    const input = {
      ...nothing,
      source: 'detail',
      returned,
      changes: notifications.length,
      notifications,
    } as const
    tracker.apply(entryId, input, at)
    const act = { actor: 'test', kind: 'test.reported', subject: id, detail: {} }
    await session.store.record(act, (tx) => tracker.save(tx, at))
  }
  const proposalOf = async (session: Session, payeeId: string) =>
    must(await session.payees.reveal(payeeId, 'mara')).proposal?.details

  it('are all stored, and all that are open go into one proposal', async () => {
    const session = await openTracking()
    const payeeId = await inTheBook(session)
    const id = await session.accepted([entry({ payeeId })])
    const entryId = (await session.entries(id))[0]?.id ?? ''
    const both: AuditDetail = [
      ['C01', '00777'],
      ['C02', '091000019'],
    ]
    await addNotifications(session, id, entryId, both)
    await addNotifications(session, id, entryId, both)
    expect((await session.events(entryId)).map(({ text }) => text)).toEqual([
      'C01',
      'C02',
      'notificationOfChange',
    ])
    const { version } = must(await session.corrections.proposeCorrection({ id, entryId }, mara))
    expect(await proposalOf(session, payeeId)).toMatchObject({
      accountNumber: '00777',
      bank: { aba: '091000019' },
    })
    expect(await isOpen(session, 'change')).toBe(false)
    must(
      await session.payees.decide(
        { id: payeeId, version, decision: 'approve', comment: '' },
        theo.operator,
      ),
    )
    // A later one opens it again, and only new data is proposed.
    await addNotifications(session, id, entryId, [...both, ['C04', 'RIDGEWAY SUPPLY CO']])
    expect(await isOpen(session, 'change')).toBe(true)
    must(await session.corrections.proposeCorrection({ id, entryId }, mara))
    expect(await proposalOf(session, payeeId)).toMatchObject({
      name: 'RIDGEWAY SUPPLY CO',
      accountNumber: '00777',
    })
    expect(await isOpen(session, 'change')).toBe(false)
  })

  it('stay open where one of them has no payee of the book, until that one was acknowledged', async () => {
    const session = await openTracking()
    const payeeId = await inTheBook(session)
    const id = await session.accepted([entry({ payeeId })])
    const entryId = (await session.entries(id))[0]?.id ?? ''
    await addNotifications(session, id, entryId, [
      ['C01', '00777'],
      ['C05', '32'],
    ])
    must(await session.corrections.proposeCorrection({ id, entryId }, mara))
    expect(await proposalOf(session, payeeId)).toMatchObject({ accountNumber: '00777' })
    expect(await isOpen(session, 'change')).toBe(true)
    must(
      await session.corrections.acknowledgeException(
        { id, entryId, kind: 'change', note: 'Done' },
        mara,
      ),
    )
    expect(await isOpen(session, 'change')).toBe(false)
  })

  it('leave a proposal as it is that was made during the query, and a later one opens them again', async () => {
    const session = await openTracking()
    const payeeId = await inTheBook(session)
    const id = await session.accepted([entry({ payeeId })])
    const entryId = (await session.entries(id))[0]?.id ?? ''
    await addNotifications(session, id, entryId, [['C01', '00777']])
    const tracker = await readEntryTracker(session.store, id, [entryId])
    const proposed = must(await session.corrections.proposeCorrection({ id, entryId }, mara))
    const at = session.bank.clock.now().toISOString()
    const nothing = { parNumber: null, amount: null, callId: null, alertSeq: null, changes: 0 }
    const returned = { code: null, text: null, date: null }
    tracker.apply(
      entryId,
      { ...nothing, source: 'inquiry', statusText: 'SETTLED', returned, notifications: [] },
      at,
    )
    const act = { actor: 'test', kind: 'test.reported', subject: id, detail: {} }
    await session.store.record(act, (tx) => tracker.save(tx, at))
    const shown = must(await session.reading.getEntry({ id, entryId }, mara))
    expect(shown).toMatchObject({ state: 'settled', change: { proposal: proposed } })
    await addNotifications(session, id, entryId, [['C01', '00778']])
    expect(must(await session.reading.getEntry({ id, entryId }, mara)).change?.proposal).toBeNull()
    expect(await isOpen(session, 'change')).toBe(true)
  })

  it('are proposed again after a second person refused them', async () => {
    const session = await openTracking()
    const payeeId = await inTheBook(session)
    const id = await session.accepted([entry({ payeeId })])
    const entryId = (await session.entries(id))[0]?.id ?? ''
    await addNotifications(session, id, entryId, [['C01', '00777']])
    const first = must(await session.corrections.proposeCorrection({ id, entryId }, mara))
    const decided = { id: payeeId, version: first.version, decision: 'refuse' } as const
    must(await session.payees.decide({ ...decided, comment: 'Ask them' }, theo.operator))
    expect(await isOpen(session, 'change')).toBe(true)
    const second = must(await session.corrections.proposeCorrection({ id, entryId }, mara))
    expect(second.version).toBeGreaterThan(first.version)
    expect(await isOpen(session, 'change')).toBe(false)
  })
})

describe('an entry that is presented again', () => {
  it('is a draft under RETRY PYMT with an id of its own, and is sent by nobody', async () => {
    const session = await openTracking()
    const id = await session.accepted([debit()], { scenario: 'entry-returned' })
    session.bank.clock.pass(200_000)
    await session.request(id)
    const [back] = await session.entries(id)
    const sent = originations(session)
    const created = must(
      await session.corrections.prepareReentry({ id, entryIds: [back?.id ?? ''] }, mara),
    )
    const draft = await draftOf(session, created.id)
    expect(draft.order).toMatchObject({ state: 'draft', maker: 'mara' })
    expect(draft.form).toMatchObject({ companyEntryDescription: 'RETRY PYMT', reversalOf: null })
    expect(draft.batch).toMatchObject({ reentry_of: id, reversal_of: null })
    expect(draft.typed[0]).toMatchObject({ creditDebitCode: 'D', amount: '1,250.00' })
    expect(draft.rows[0]).toMatchObject({ follows_entry: back?.id, trace_number: null })
    expect(draft.rows[0]?.id).not.toBe(back?.id)
    expect(originations(session)).toBe(sent)
    expect(
      await session.corrections.prepareReentry({ id, entryIds: [back?.id ?? ''] }, mara),
    ).toMatchObject({ error: { code: 'invalid-input' } })
    const shown = must(await session.reading.getEntry({ id, entryId: back?.id ?? '' }, mara))
    expect(shown.return).toMatchObject({ reentries: 1, mayRetry: true })
  })

  it('carries the correction once a second person approved it, and not before', async () => {
    const session = await openTracking()
    const id = await session.accepted([entry(), entry()], { scenario: 'detail-in-error' })
    const [refused] = await session.entries(id)
    const entryId = refused?.id ?? ''
    await session.change(entryId, { change_code: 'C01', change_data: '00777' })
    const proposed = must(await session.corrections.proposeCorrection({ id, entryId }, mara))
    const before = must(await session.corrections.prepareReentry({ id, entryIds: [entryId] }, mara))
    expect((await draftOf(session, before.id)).typed[0]?.accountNumber).toBe('0012345678')
    await session.store.record(
      { actor: 'test', kind: 'test.set', subject: before.id, detail: {} },
      async (tx) => {
        await tx
          .updateTable('orders')
          .set({ state: 'withdrawn' })
          .where('id', '=', before.id)
          .execute()
      },
    )
    must(
      await session.payees.decide(
        { id: proposed.payeeId, version: proposed.version, decision: 'approve', comment: '' },
        theo.operator,
      ),
    )
    const after = must(await session.corrections.prepareReentry({ id, entryIds: [entryId] }, mara))
    expect((await draftOf(session, after.id)).typed[0]).toMatchObject({
      accountNumber: '00777',
      routingNumber: '041000124',
    })
    expect((await draftOf(session, after.id)).form.companyEntryDescription).toBe('PAYROLL')
  })

  it('must have come back or been refused: another is refused, and so is one of another batch', async () => {
    const session = await openTracking()
    const id = await session.accepted([entry()])
    const other = await session.accepted([entry()])
    const entryIds = [(await session.entries(id))[0]?.id ?? '']
    expect(await session.corrections.prepareReentry({ id, entryIds }, mara)).toMatchObject({
      error: { code: 'invalid-input' },
    })
    expect(await session.corrections.prepareReentry({ id: other, entryIds }, mara)).toMatchObject({
      error: { code: 'not-found' },
    })
  })
})

describe('all rejected entries of a batch', () => {
  /** Seven entries, each with another outcome at the bank; only the first two were rejected. */
  async function mixed() {
    const session = await openTracking()
    const at = (number: number) => ({ accountNumber: String(12_345_670 + number) })
    // The bank rejects a wrong check digit, and gives it no trace number.
    const wrong = Array.from({ length: 5 }, (_, number) =>
      entry({ ...at(number), routingNumber: '550010015' }),
    )
    const id = await session.accepted([...wrong, entry(at(5)), entry(at(6))])
    const rows = await session.entries(id)
    expect(rows.map((row) => row.verdict)).toEqual([
      ...Array.from({ length: 5 }, () => 'rejected'),
      'accepted',
      'accepted',
    ])
    const ids = rows.map((row) => row.id)
    await session.change(ids[2] ?? '', { verdict: 'in-error' })
    await session.change(ids[3] ?? '', { bank_status: 'collected' })
    await session.change(ids[4] ?? '', { verdict: 'unclear' })
    // With a trace number it is on its way, whatever the verdict.
    await session.change(ids[5] ?? '', { verdict: 'rejected' })
    const returned_at = '2026-11-22T12:00:00.000Z'
    await session.change(ids[6] ?? '', { return_code: 'R03', returned_at, bank_status: 'returned' })
    return { session, id, ids }
  }
  const all = { entryIds: null }

  it('are counted as they are taken: without those presented again, on their way or returned', async () => {
    const { session, id, ids } = await mixed()
    const count = async () => {
      const { order } = await draftOf(session, id)
      const options = { entriesWithProblems: 0, mayLeave: false }
      const batch = await batchContentOf(session.context, order, options)
      return [batch?.tally?.rejected, batch?.rejectedWithoutFollowUp]
    }
    expect(await count()).toEqual([4, 2])
    const first = { id, entryIds: [ids[0] ?? ''] }
    must(await session.corrections.prepareReentry(first, mara))
    expect(await count()).toEqual([4, 1])
    must(await session.corrections.prepareReentry({ id, ...all }, mara))
    expect(await count()).toEqual([4, 0])
  })

  it('become one draft, never with an entry of another or an unknown outcome, and nothing is sent', async () => {
    const { session, id, ids } = await mixed()
    const sent = originations(session)
    const created = must(await session.corrections.prepareReentry({ id, ...all }, mara))
    expect(created.others).toEqual([])
    const draft = await draftOf(session, created.id)
    expect(draft.order).toMatchObject({ state: 'draft', maker: 'mara' })
    expect(draft.rows.map((row) => row.follows_entry)).toEqual(ids.slice(0, 2))
    expect(draft.batch).toMatchObject({ reentry_of: id, reversal_of: null })
    expect(originations(session)).toBe(sent)
  })

  it('are prepared once: those of an open draft are left out', async () => {
    const { session, id, ids } = await mixed()
    must(await session.corrections.prepareReentry({ id, entryIds: [ids[0] ?? ''] }, mara))
    const rest = must(await session.corrections.prepareReentry({ id, ...all }, mara))
    expect((await draftOf(session, rest.id)).rows.map((row) => row.follows_entry)).toEqual([ids[1]])
    expect(await session.corrections.prepareReentry({ id, ...all }, mara)).toMatchObject({
      error: { code: 'nothing-to-send' },
    })
  })

  it('are no duplicates of the entries that the bank rejected, but of all others', async () => {
    const { session, id } = await mixed()
    const created = must(await session.corrections.prepareReentry({ id, ...all }, mara))
    expect(await duplicateEntries(session.context, created.id)).toEqual([])
    await session.accepted([entry({ accountNumber: '12345670', routingNumber: '550010015' })])
    const found = await duplicateEntries(session.context, created.id)
    expect(found.map(({ duplicateOf: like }) => like.where)).toEqual(['batch'])
  })

  it('are prepared of no batch whose outcome is not known, or that was not sent', async () => {
    const { session, id } = await mixed()
    const other = must(await session.corrections.prepareReentry({ id, ...all }, mara)).id
    const states = [
      'draft',
      'awaiting-approval',
      'approved',
      'queued',
      'sending',
      'outcome-unknown',
    ] as const
    for (const state of states) {
      await session.store.record(
        { actor: 'test', kind: 'test.set', subject: other, detail: {} },
        (tx) => tx.updateTable('orders').set({ state }).where('id', '=', other).execute(),
      )
      expect(await session.corrections.prepareReentry({ id: other, ...all }, mara)).toMatchObject({
        error: { code: 'order-state', state },
      })
    }
  })
})

describe('entries of several kinds that are presented again', () => {
  it('become a batch of debits under RETRY PYMT and one of the rest, and each is presented once', async () => {
    const session = await openTracking()
    const id = await session.accepted([debit(), debit(), debit()])
    const [short, closed, late] = (await session.entries(id)).map((row) => row.id)
    const codes = [
      [short, 'R01'],
      [closed, 'R02'],
      [late, 'R09'],
    ] as const
    for (const [entryId = '', return_code] of codes) {
      const returned_at = '2026-11-22T12:00:00.000Z'
      await session.change(entryId, { return_code, returned_at, bank_status: 'returned' })
    }
    const entryIds = [short ?? '', closed ?? '', late ?? '']
    const { id: first, others } = must(
      await session.corrections.prepareReentry({ id, entryIds }, mara),
    )
    expect(others).toHaveLength(1)
    const [retry, rest] = [await draftOf(session, first), await draftOf(session, others[0] ?? '')]
    expect(retry.form.companyEntryDescription).toBe('RETRY PYMT')
    expect(retry.rows.map((row) => row.follows_entry)).toEqual([short, late])
    expect(rest.form.companyEntryDescription).toBe('PAYROLL')
    expect(rest.rows.map((row) => row.follows_entry)).toEqual([closed])
    expect([retry.batch.reentry_of, rest.batch.reentry_of]).toEqual([id, id])
    const { reference: uuid } = (await draftOf(session, id)).order
    expect([retry, rest].map(({ order }) => batchFormIn(order).prepared)).toEqual([
      { as: 'reentry', uuid, reason: 'Returned R01 (1), Returned R09 (1)' },
      { as: 'reentry', uuid, reason: 'Returned R02 (1)' },
    ])
    expect(await session.acts('order.drafted')).toEqual([id, first, others[0]])
    expect(await session.corrections.prepareReentry({ id, entryIds }, mara)).toMatchObject({
      error: { code: 'invalid-input' },
    })
  })
})

describe('a reversal', () => {
  it('of more entries than one call carries becomes several drafts, and none holds more', async () => {
    const session = await openTracking()
    const id = await session.accepted(Array.from({ length: 5 }, () => debit()))
    session.way.mostEntries = 2
    const created = must(
      await session.corrections.prepareReversal({ id, entryIds: null, reason }, mara),
    )
    const drafts = await Promise.all(
      [created.id, ...created.others].map((one) => draftOf(session, one)),
    )
    expect(drafts.map(({ rows }) => rows.length)).toEqual([2, 2, 1])
    expect(drafts.map(({ batch }) => [batch.part, batch.parts, batch.reversal_of])).toEqual([
      [1, 3, id],
      [2, 3, id],
      [3, 3, id],
    ])
    const reversed = drafts.flatMap(({ rows }) => rows.map((row) => row.follows_entry))
    expect(reversed).toEqual((await session.entries(id)).map((row) => row.id))
    expect(
      await session.corrections.prepareReversal({ id, entryIds: null, reason }, mara),
    ).toMatchObject({
      error: { code: 'nothing-to-send' },
    })
  })

  it('keeps why in the audit with its draft, numbers that may be accounts masked', async () => {
    const session = await openTracking()
    const id = await session.accepted([debit()])
    const note = 'account 0012345678 was closed'
    const created = must(
      await session.corrections.prepareReversal(
        { id, entryIds: null, reason: { ground: 'receiver', note } },
        mara,
      ),
    )
    const act = (await auditEntries(session.store)).find(
      ({ kind, subject }) => kind === 'order.drafted' && subject === created.id,
    )
    expect(act?.detail).toContain('Wrong receiver or account: account ')
    expect(act?.detail).not.toContain('12345678')
    const timeline = await timelineOf(session.store, created.id, {
      approvals: [],
      attempts: [],
      inquiries: [],
      supportReplies: [],
      comments: [],
      statusEvents: [],
      alerts: [],
      mask: Promise.resolve((_name, text) => text),
      operatorName: (operator: string) => operator,
    })
    expect(timeline[0]).toMatchObject({
      title: 'Draft created',
      by: 'mara',
      detail: expect.stringContaining('Wrong receiver or account') as string,
    })
  })

  it('is shown with its reason and batch by the text that approvals cover, whatever is written on it', async () => {
    const session = await openTracking()
    const id = await session.accepted([debit()])
    const { reference: uuid } = (await draftOf(session, id)).order
    const note = 'account 0012345678 was closed'
    const wanted = { id, entryIds: null, reason: { ground: 'receiver', note } } as const
    const created = must(await session.corrections.prepareReversal(wanted, mara))
    const { order } = await draftOf(session, created.id)
    const drafts = createBatchDrafts(session.context, session.drafts).handlers
    const { form } = batchFormIn(order)
    const other = { ...form, effectiveDate: '2026-12-01', reversalOf: null }
    must(await drafts.saveForm({ id: created.id, form: other }, mara))
    const { order: written } = await draftOf(session, created.id)
    expect(batchFormIn(written).form.effectiveDate).toBe('2026-12-01')
    const content = await batchContentOf(session.context, written, {
      entriesWithProblems: 0,
      mayLeave: false,
    })
    expect(content?.prepared).toEqual({
      as: 'reversal',
      orderId: id,
      uuid,
      reason: expect.stringMatching(
        /^Wrong receiver or account: account .*5678 was closed$/,
      ) as string,
    })
    expect(written.form).not.toContain('12345678')
  })

  it('that settles more than five banking days after what it reverses is called late, and created all the same', async () => {
    const session = await openTracking()
    const id = await session.accepted([debit()])
    const created = must(
      await session.corrections.prepareReversal({ id, entryIds: null, reason }, mara),
    )
    const contentOf = async (effectiveDate: string) => {
      const { order, form } = await draftOf(session, created.id)
      const text = batchFormText({ form: { ...form, effectiveDate }, terms: null })
      const content = await batchContentOf(
        session.context,
        { ...order, form: text },
        { entriesWithProblems: 0, mayLeave: false },
      )
      return content?.reversalOf
    }
    const settled = (await draftOf(session, id)).order.value_date
    const lastDay = addBankingDays(addBankingDays(settled, 0), 5)
    expect(await contentOf(lastDay)).toMatchObject({ orderId: id, lastDay, isLate: false })
    expect(await contentOf(addBankingDays(lastDay, 1))).toMatchObject({ lastDay, isLate: true })
    expect(await contentOf('')).toMatchObject({ isLate: false })
    const act = { actor: 'mara', kind: 'test.bank-date', subject: id, detail: {} }
    await session.store.record(act, (tx) =>
      tx
        .updateTable('batches')
        .set({ bank_effective_date: '20261207' })
        .where('order_id', '=', id)
        .execute(),
    )
    expect(await contentOf('2026-12-14')).toMatchObject({ lastDay: '2026-12-14', isLate: false })
  })

  it.each([
    [{ ground: 'duplicate', note: '' }, true],
    [{ ground: 'other', note: '' }, false],
    [{ ground: 'other', note: 'The customer asked' }, true],
    [{ ground: 'amount', note: 'x'.repeat(201) }, false],
    [{ ground: 'whim', note: '' }, false],
  ])('says why: %o', (input, isTaken) => {
    expect(reversalReason.safeParse(input).success).toBe(isTaken)
  })

  it('bank note 85: is an ordinary draft in the other direction that quotes the original uuid, and calls nothing', async () => {
    const session = await openTracking()
    const id = await session.accepted([debit({ addenda: ['INV 1'] }), debit({ amount: '7' })])
    const { order: original } = await draftOf(session, id)
    const calls = session.calls().length
    const created = must(
      await session.corrections.prepareReversal({ id, entryIds: null, reason }, mara),
    )
    const { order, batch, form, typed, rows } = await draftOf(session, created.id)
    expect(session.calls()).toHaveLength(calls)
    expect(order).toMatchObject({ state: 'draft', service: original.service })
    expect(order.reference).not.toBe(original.reference)
    expect(batch.reversal_of).toBe(id)
    expect(form).toMatchObject({
      companyEntryDescription: 'REVERSAL',
      reversalOf: original.reference,
      secCode: 'PPD',
    })
    expect(
      typed.map(({ creditDebitCode, amount, addenda }) => [creditDebitCode, amount, addenda]),
    ).toEqual([
      ['C', '1,250.00', []],
      ['C', '7', []],
    ])
    const before = await session.entries(id)
    expect(rows.map(({ follows_entry: follows }) => follows)).toEqual(before.map((row) => row.id))
  })

  it('takes no entry twice, and no refused or returned one', async () => {
    const session = await openTracking()
    const id = await session.accepted([debit(), debit(), debit()], { scenario: 'detail-in-error' })
    const [refused, second, third] = await session.entries(id)
    await session.change(third?.id ?? '', {
      returned_at: '2026-11-22T12:00:00.000Z',
      bank_status: 'returned',
    })
    const created = must(
      await session.corrections.prepareReversal({ id, entryIds: null, reason }, mara),
    )
    expect((await draftOf(session, created.id)).rows.map((row) => row.follows_entry)).toEqual([
      second?.id,
    ])
    expect(
      await session.corrections.prepareReversal({ id, entryIds: null, reason }, mara),
    ).toMatchObject({
      error: { code: 'nothing-to-send' },
    })
    for (const one of [refused, second, third]) {
      const entryIds = [one?.id ?? '']
      expect(
        await session.corrections.prepareReversal({ id, entryIds, reason }, mara),
      ).toMatchObject({
        error: { code: 'invalid-input' },
      })
    }
  })
})
