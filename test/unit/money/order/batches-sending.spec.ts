/**
 * A batch in the same process as every order: written once, approved, journalled, sent as approved,
 * answered entry by entry.
 */
import { describe, expect, it } from 'vitest'
import type { OriginatedEntry } from '../../../../preload/contract/bank/ach-origination/answers.ts'
import { attemptsOf } from '../../../../main/money/order/order-records.ts'
import { statusEventsOf } from '../../../../main/money/bank-status.ts'
import {
  approvedBatch,
  batchDraft,
  batchIn,
  batchUuid,
  entriesIn,
  entry,
  uuidOf,
} from './support/batch-session.ts'
import {
  actsOf,
  as,
  codeOf,
  lost,
  openSession,
  originated,
  refused,
  release,
  rowOf,
  stateOf,
  until,
  type SendingSession,
} from './support/sending-session.ts'

interface Wire {
  readonly batch: Readonly<Record<string, unknown>> & {
    readonly details: readonly Readonly<Record<string, unknown>>[]
  }
  readonly customData: string
}
const wire = (body: string | null | undefined): Wire => JSON.parse(body ?? 'null') as Wire
const submit = (session: SendingSession) => as(session, 'mara')('submit', { id: 'o1' })

/** The answer with one detail changed. */
const withDetail = (body: string, at: number, change: Partial<OriginatedEntry>) => {
  const whole = originated(body)
  const { answer } = whole as unknown as {
    answer: { reading: { details: Record<string, unknown>[] } }
  }
  Object.assign(answer.reading.details[at] ?? {}, change)
  return whole
}

describe('submission', () => {
  it('writes the body with the settings in force, which are stored with the form from then on', async () => {
    const session = await openSession()
    await batchDraft(session)
    session.ach = {
      ...session.ach,
      settings: {
        ...session.ach.settings,
        amountUnit: 'cents',
        receivingDfiDigits: 9,
        point: 'P7',
      },
    }
    expect(codeOf(await submit(session))).toBeUndefined()
    const row = await rowOf(session)
    expect(wire(row.body).batch).toMatchObject({ point: 'P7', secCode: 'PPD', uuid: batchUuid })
    expect(wire(row.body).batch.details[0]).toMatchObject({
      amount: 1100,
      receivingDFIId: '550010016',
      checkDigit: '6',
      uuid: uuidOf(1),
    })
    expect(JSON.parse(row.form)).toMatchObject({
      terms: { amountUnit: 'cents', receivingDfiDigits: 9, point: 'P7' },
    })
    expect(row).toMatchObject({ amount: 3600, currency: 'USD', value_date: '2026-11-25' })
  })

  it('bank note 82: batch and details go out under ids of 32 hexadecimal digits, and customData carries the batch', async () => {
    const session = await openSession()
    await approvedBatch(session)
    const { batch, customData } = wire((await rowOf(session)).body)
    for (const id of [batch['uuid'], ...batch.details.map(({ uuid }) => uuid)])
      expect(id).toMatch(/^[0-9a-f]{32}$/)
    expect(customData).toBe(batchUuid)
  })

  it('names the batch that it reverses in customData', async () => {
    const session = await openSession()
    await approvedBatch(session, { form: { reversalOf: 'c'.repeat(32) } })
    expect(wire((await rowOf(session)).body).customData).toBe(
      `${batchUuid}REVERSES${'c'.repeat(32)}`,
    )
  })

  it.each([
    ['an entry', { entries: [entry(1), entry(2, { amount: 'x' })] }, 'details.1.amount'],
    ['no entry at all', { entries: [] }, 'entries'],
    ['no own account', { form: { accountId: null } }, 'accountId'],
    ['an own account that is gone', { form: { accountId: 'gone' } }, 'accountId'],
    ['a date too far away', { form: { effectiveDate: '2027-03-01' } }, 'effectiveDate'],
  ])('is refused for %s, by the field that is wrong', async (_, draft, path) => {
    const session = await openSession()
    await batchDraft(session, draft)
    const answer = (await submit(session)) as unknown as {
      error: { code: string; fields: { path: string }[] }
    }
    expect(answer.error.code).toBe('invalid-input')
    expect(answer.error.fields.map((one) => one.path)).toContain(path)
    expect(await stateOf(session)).toBe('draft')
  })

  it('names a hundred broken rules, and says how many more there are', async () => {
    const session = await openSession()
    const entries = Array.from({ length: 150 }, (_, at) => entry(at + 1, { amount: 'x' }))
    await batchDraft(session, { entries })
    const answer = (await submit(session)) as unknown as {
      error: { fields: { message: string }[] }
    }
    expect(answer.error.fields).toHaveLength(101)
    expect(answer.error.fields.at(-1)?.message).toContain('50')
  })

  it('takes no more entries than one call carries', async () => {
    const session = await openSession()
    session.ach = { ...session.ach, settings: { ...session.ach.settings, mostEntries: 2 } }
    await batchDraft(session)
    expect(codeOf(await submit(session))).toBe('invalid-input')
  })

  it('sums all batches of a maker and day under the limit of ACH', async () => {
    const session = await openSession()
    const limit = { operatorId: null, service: 'ACH', currency: 'USD', perPayment: null } as const
    session.policy = { ...session.policy, limits: [{ ...limit, perDay: 5000 }] }
    await approvedBatch(session)
    const other = { id: 'o2', uuid: 'd'.repeat(32), form: { secCode: 'CCD' as const } }
    await batchDraft(session, { ...other, entries: [entry(10, { amount: '14.01' })] })
    const answer = await as(session, 'mara')('submit', { id: 'o2' })
    expect(answer).toMatchObject({ error: { code: 'over-limit', allowed: 5000, wanted: 5001 } })
  })
})

describe('sending', () => {
  it.each(['CCD', 'CTX', 'PPD'] as const)(
    'the approved body of a %s batch is sent byte for byte, once',
    async (secCode) => {
      const session = await openSession()
      await release(session, await approvedBatch(session, { form: { secCode } }), 'accepted')
      expect(session.bank.sent).toEqual([(await rowOf(session)).body])
      const attempts = await attemptsOf(session.store.read, 'o1')
      expect(attempts).toMatchObject([{ outcome: 'accepted', transaction_id: null }])
      expect(await statusEventsOf(session.store.read, 'o1')).toMatchObject([
        { vocabulary: 'batch', statusText: 'accepted', source: 'initiate' },
      ])
      expect((await rowOf(session)).bank_status).toBe('in-process')
    },
  )

  it('bank note 83: saves what was reported about each entry of an accepted batch, which stays accepted', async () => {
    const session = await openSession()
    session.bank.answerBatch = (body) =>
      withDetail(body, 1, {
        status: 'rejected',
        traceNumber: null,
        errorMessages: [{ code: 'E7', moreInfo: 'No such bank', other: [] }],
      })
    await release(session, await approvedBatch(session), 'accepted')
    expect(await entriesIn(session)).toMatchObject([
      { verdict: 'accepted', trace_number: '550010010000001' },
      { verdict: 'rejected', trace_number: null },
      { verdict: 'accepted', trace_number: '550010010000003' },
    ])
    const [, second] = await entriesIn(session)
    expect(JSON.parse(second?.messages ?? '')).toMatchObject({
      errorMessages: [{ code: 'E7', moreInfo: 'No such bank' }],
    })
    const events = await session.store.read
      .selectFrom('batch_entry_status_events')
      .selectAll()
      .execute()
    expect(events.map(({ source, text, detail }) => [source, text, detail])).toEqual([
      ['origination', 'accepted', 'trace 550010010000001'],
      ['origination', 'rejected', 'E7'],
      ['origination', 'accepted', 'trace 550010010000003'],
    ])
  })

  it('bank note 83: keeps the effective date that the bank gives it beside the requested one', async () => {
    const session = await openSession()
    session.bank.answerBatch = (body) => originated(body, { effectiveDate: '2026-11-27' as never })
    await release(session, await approvedBatch(session), 'accepted')
    expect(await batchIn(session)).toMatchObject({
      bank_effective_date: '2026-11-27',
      bank_status: 'accepted',
      answer_call_id: 'call-1',
    })
    expect((await rowOf(session)).value_date).toBe('2026-11-25')
  })

  it('bank note 84: sends a batch without an answer once, and leaves it outcome-unknown', async () => {
    const session = await openSession()
    session.bank.answerBatch = () => lost as never
    await release(session, await approvedBatch(session), 'outcome-unknown')
    expect(session.bank.sent).toHaveLength(1)
    expect(session.tracked).toEqual(['o1'])
    const reviewedHash = (await rowOf(session)).approval_hash ?? ''
    expect(
      codeOf(await as(session, 'mara')('release', { id: 'o1', approvalHash: reviewedHash })),
    ).toBe('order-state')
    expect(session.bank.sent).toHaveLength(1)
    expect((await entriesIn(session)).map(({ verdict }) => verdict)).toEqual([null, null, null])
  })

  it('a rejected batch has failed, and its entries say so', async () => {
    const session = await openSession()
    session.bank.answerBatch = (body) => originated(body, {}, 'rejected')
    await release(session, await approvedBatch(session), 'rejected')
    expect((await rowOf(session)).bank_status).toBe('failed')
    expect((await entriesIn(session)).every(({ verdict }) => verdict === 'rejected')).toBe(true)
  })

  it('a refused request leaves the entries as they are, and waits for a person', async () => {
    const session = await openSession()
    session.bank.answerBatch = () => refused() as never
    await release(session, await approvedBatch(session), 'approved')
    expect((await rowOf(session)).not_sent).toContain('400')
    expect((await entriesIn(session)).every(({ verdict }) => verdict === null)).toBe(true)
  })

  it('bank note 86: keeps the first trace number of an entry, and calls a second one unclear', async () => {
    const session = await openSession()
    session.bank.answerBatch = (body) => {
      const whole = originated(body)
      const { answer } = whole as unknown as { answer: { reading: { details: object[] } } }
      answer.reading.details.push({ ...answer.reading.details[0], traceNumber: '999' })
      return whole
    }
    await release(session, await approvedBatch(session), 'accepted')
    expect((await entriesIn(session))[0]).toMatchObject({
      verdict: 'unclear',
      trace_number: '550010010000001',
    })
  })

  it('stores answer and end in one transaction: without room for the one there is neither', async () => {
    const session = await openSession()
    const reviewedHash = await approvedBatch(session)
    session.failing.add('order.ended')
    await release(session, reviewedHash, 'sending')
    expect((await batchIn(session)).bank_status).toBeNull()
    session.failing.clear()
    await until(session, 'accepted')
    expect((await batchIn(session)).bank_status).toBe('accepted')
    expect(await actsOf(session)).toContain('order.ended system')
  })
})

describe('settings that changed', () => {
  const changed = (session: SendingSession) => {
    session.ach = { ...session.ach, settings: { ...session.ach.settings, amountUnit: 'cents' } }
  }

  it('bank note 88: a batch that was written with other settings is not released', async () => {
    const session = await openSession()
    const reviewedHash = await approvedBatch(session)
    changed(session)
    expect(
      codeOf(await as(session, 'mara')('release', { id: 'o1', approvalHash: reviewedHash })),
    ).toBe('terms-changed')
    expect(session.bank.sent).toEqual([])
  })

  it('bank note 81: a batch is not sent either where they changed while it was queued', async () => {
    const session = await openSession()
    const reviewedHash = await approvedBatch(session)
    session.bank.before = () => {
      changed(session)
      return Promise.resolve()
    }
    await as(session, 'mara')('release', { id: 'o1', approvalHash: reviewedHash })
    await until(session, 'approved')
    expect((await rowOf(session)).not_sent).toContain('ACH origination settings changed')
    expect(session.bank.sent).toEqual([])
  })

  it('a higher limit of entries in a call changes no body', async () => {
    const session = await openSession()
    const reviewedHash = await approvedBatch(session)
    session.ach = { ...session.ach, settings: { ...session.ach.settings, mostEntries: 5 } }
    await release(session, reviewedHash, 'accepted')
  })

  it.each(['submit', 'release'] as const)(
    'bank note 81: production does not %s before its unit was confirmed',
    async (method) => {
      const session = await openSession()
      const reviewedHash = method === 'release' ? await approvedBatch(session) : ''
      if (method === 'submit') await batchDraft(session)
      session.ach = { ...session.ach, isLocked: true }
      const answer = await as(session, 'mara')(method, { id: 'o1', approvalHash: reviewedHash })
      expect(answer).toMatchObject({ error: { code: 'unit-not-confirmed', why: 'never' } })
      expect(session.bank.sent).toEqual([])
    },
  )
})

describe('a batch with an entry that refers to another', () => {
  const change = (
    session: SendingSession,
    work: Parameters<SendingSession['store']['record']>[1],
  ) => session.store.record({ actor: 'test', kind: 'test.set', subject: 'o2', detail: {} }, work)
  const turned = (session: SendingSession, returned_at: string | null) =>
    change(session, (tx) =>
      tx.updateTable('batch_entries').set({ returned_at }).where('id', '=', uuidOf(1)).execute(),
    )
  const followUp = async (session: SendingSession, as: 'reversal_of' | 'reentry_of', id = 'o2') => {
    await batchDraft(session, {
      id,
      uuid: id.replace('o', 'd').padStart(32, 'd'),
      entries: [entry(id === 'o2' ? 9 : 8)],
    })
    await change(session, async (tx) => {
      await tx
        .updateTable('batches')
        .set({ [as]: 'o1' })
        .where('order_id', '=', id)
        .execute()
      const follows_entry = uuidOf(1)
      await tx
        .updateTable('batch_entries')
        .set({ follows_entry })
        .where('order_id', '=', id)
        .execute()
    })
  }
  const approve = async (session: SendingSession) => {
    expect(codeOf(await as(session, 'mara')('submit', { id: 'o2' }))).toBeUndefined()
    const reviewedHash = (await rowOf(session, 'o2')).approval_hash ?? ''
    expect(
      codeOf(await as(session, 'theo')('approve', { id: 'o2', approvalHash: reviewedHash })),
    ).toBeUndefined()
    return reviewedHash
  }
  const back = '2026-11-24T12:00:00.000Z'
  const opened = async () => {
    const session = await openSession()
    await release(session, await approvedBatch(session, { entries: [entry(1)] }), 'accepted')
    session.bank.sent.length = 0
    return session
  }
  const kinds = [
    ['reversal_of', null, back, 'not reversed'],
    ['reentry_of', back, null, 'Only returned or rejected'],
  ] as const

  it.each(kinds)(
    'as %s is neither submitted nor released once the state of that one changed',
    async (as_, fit, unfit, message) => {
      const session = await opened()
      await turned(session, fit)
      await followUp(session, as_)
      await turned(session, unfit)
      const refused = {
        error: {
          code: 'invalid-input',
          fields: [{ path: 'entryIds', message: expect.stringContaining(message) as string }],
        },
      }
      expect(await as(session, 'mara')('submit', { id: 'o2' })).toMatchObject(refused)
      expect(await stateOf(session, 'o2')).toBe('draft')
      await turned(session, fit)
      const reviewedHash = await approve(session)
      await turned(session, unfit)
      expect(
        await as(session, 'mara')('release', { id: 'o2', approvalHash: reviewedHash }),
      ).toMatchObject(refused)
      expect(await stateOf(session, 'o2')).toBe('approved')
      expect(session.bank.sent).toEqual([])
    },
  )

  it.each(kinds)(
    'as %s is not sent once the state of that one changed',
    async (as_, fit, unfit) => {
      const session = await opened()
      await turned(session, fit)
      await followUp(session, as_)
      const reviewedHash = await approve(session)
      session.bank.before = async () => {
        await turned(session, unfit)
      }
      await as(session, 'mara')('release', { id: 'o2', approvalHash: reviewedHash })
      await until(session, 'approved', 'o2')
      expect((await rowOf(session, 'o2')).not_sent).toContain('an original entry changed')
      expect(session.bank.sent).toEqual([])
    },
  )

  it('is not sent beside one of the other kind', async () => {
    const session = await opened()
    await followUp(session, 'reversal_of')
    await followUp(session, 'reentry_of', 'o3')
    expect(await as(session, 'mara')('submit', { id: 'o2' })).toMatchObject({
      error: { code: 'invalid-input', fields: [{ path: 'entryIds' }] },
    })
    await turned(session, back)
    expect(await as(session, 'mara')('submit', { id: 'o3' })).toMatchObject({
      error: { code: 'invalid-input', fields: [{ path: 'entryIds' }] },
    })
  })
})
