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
} from './parts/batch-desk.ts'
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
  type SendingDesk,
} from './parts/sending-desk.ts'

interface Wire {
  readonly batch: Readonly<Record<string, unknown>> & {
    readonly details: readonly Readonly<Record<string, unknown>>[]
  }
  readonly customData: string
}
const wire = (body: string | null | undefined): Wire => JSON.parse(body ?? 'null') as Wire
const submit = (desk: SendingDesk) => as(desk, 'mara')('submit', { id: 'o1' })

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
  it('writes the body with the terms in force, which stand with the form from then on', async () => {
    const desk = await openSession()
    await batchDraft(desk)
    desk.ach = {
      ...desk.ach,
      settings: { ...desk.ach.settings, amountUnit: 'cents', receivingDfiDigits: 9, point: 'P7' },
    }
    expect(codeOf(await submit(desk))).toBeUndefined()
    const row = await rowOf(desk)
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
    const desk = await openSession()
    await approvedBatch(desk)
    const { batch, customData } = wire((await rowOf(desk)).body)
    for (const id of [batch['uuid'], ...batch.details.map(({ uuid }) => uuid)])
      expect(id).toMatch(/^[0-9a-f]{32}$/)
    expect(customData).toBe(batchUuid)
  })

  it('names the batch that it reverses in customData', async () => {
    const desk = await openSession()
    await approvedBatch(desk, { form: { reversalOf: 'c'.repeat(32) } })
    expect(wire((await rowOf(desk)).body).customData).toBe(`${batchUuid}REVERSES${'c'.repeat(32)}`)
  })

  it.each([
    ['an entry', { entries: [entry(1), entry(2, { amount: 'x' })] }, 'details.1.amount'],
    ['no entry at all', { entries: [] }, 'entries'],
    ['no own account', { form: { accountId: null } }, 'accountId'],
    ['an own account that is gone', { form: { accountId: 'gone' } }, 'accountId'],
    ['a date too far away', { form: { effectiveDate: '2027-03-01' } }, 'effectiveDate'],
  ])('is refused for %s, by the field that is wrong', async (_, draft, path) => {
    const desk = await openSession()
    await batchDraft(desk, draft)
    const answer = (await submit(desk)) as unknown as {
      error: { code: string; fields: { path: string }[] }
    }
    expect(answer.error.code).toBe('invalid-input')
    expect(answer.error.fields.map((one) => one.path)).toContain(path)
    expect(await stateOf(desk)).toBe('draft')
  })

  it('names a hundred broken rules, and says how many more there are', async () => {
    const desk = await openSession()
    const entries = Array.from({ length: 150 }, (_, at) => entry(at + 1, { amount: 'x' }))
    await batchDraft(desk, { entries })
    const answer = (await submit(desk)) as unknown as { error: { fields: { message: string }[] } }
    expect(answer.error.fields).toHaveLength(101)
    expect(answer.error.fields.at(-1)?.message).toContain('50')
  })

  it('takes no more entries than one call carries', async () => {
    const desk = await openSession()
    desk.ach = { ...desk.ach, settings: { ...desk.ach.settings, mostEntries: 2 } }
    await batchDraft(desk)
    expect(codeOf(await submit(desk))).toBe('invalid-input')
  })

  it('sums all batches of a maker and day under the limit of ACH', async () => {
    const desk = await openSession()
    const limit = { operatorId: null, service: 'ACH', currency: 'USD', perPayment: null } as const
    desk.policy = { ...desk.policy, limits: [{ ...limit, perDay: 5000 }] }
    await approvedBatch(desk)
    const other = { id: 'o2', uuid: 'd'.repeat(32), form: { secCode: 'CCD' as const } }
    await batchDraft(desk, { ...other, entries: [entry(10, { amount: '14.01' })] })
    const answer = await as(desk, 'mara')('submit', { id: 'o2' })
    expect(answer).toMatchObject({ error: { code: 'over-limit', allowed: 5000, wanted: 5001 } })
  })
})

describe('sending', () => {
  it.each(['CCD', 'CTX', 'PPD'] as const)(
    'what was approved of a %s batch is what is sent, byte for byte, once',
    async (secCode) => {
      const desk = await openSession()
      await release(desk, await approvedBatch(desk, { form: { secCode } }), 'accepted')
      expect(desk.bank.sent).toEqual([(await rowOf(desk)).body])
      const attempts = await attemptsOf(desk.store.read, 'o1')
      expect(attempts).toMatchObject([{ outcome: 'accepted', transaction_id: null }])
      expect(await statusEventsOf(desk.store.read, 'o1')).toMatchObject([
        { vocabulary: 'batch', word: 'accepted', source: 'initiate' },
      ])
      expect((await rowOf(desk)).standing).toBe('in-process')
    },
  )

  it('bank note 83: keeps what was said of each entry of an accepted batch, which stays accepted', async () => {
    const desk = await openSession()
    desk.bank.answerBatch = (body) =>
      withDetail(body, 1, {
        status: 'rejected',
        traceNumber: null,
        errorMessages: [{ code: 'E7', moreInfo: 'No such bank', other: [] }],
      })
    await release(desk, await approvedBatch(desk), 'accepted')
    expect(await entriesIn(desk)).toMatchObject([
      { verdict: 'accepted', trace_number: '550010010000001' },
      { verdict: 'rejected', trace_number: null },
      { verdict: 'accepted', trace_number: '550010010000003' },
    ])
    const [, second] = await entriesIn(desk)
    expect(JSON.parse(second?.messages ?? '')).toMatchObject({
      errorMessages: [{ code: 'E7', moreInfo: 'No such bank' }],
    })
    const events = await desk.store.read.selectFrom('batch_entry_events').selectAll().execute()
    expect(events.map(({ source, word, detail }) => [source, word, detail])).toEqual([
      ['origination', 'accepted', 'trace 550010010000001'],
      ['origination', 'rejected', 'E7'],
      ['origination', 'accepted', 'trace 550010010000003'],
    ])
  })

  it('bank note 83: keeps the effective date that the bank gives it beside the one that was asked for', async () => {
    const desk = await openSession()
    desk.bank.answerBatch = (body) => originated(body, { effectiveDate: '2026-11-27' as never })
    await release(desk, await approvedBatch(desk), 'accepted')
    expect(await batchIn(desk)).toMatchObject({
      bank_effective_date: '2026-11-27',
      bank_status: 'accepted',
      answer_call_id: 'call-1',
    })
    expect((await rowOf(desk)).value_date).toBe('2026-11-25')
  })

  it('bank note 84: sends a batch without an answer once, and leaves it in doubt', async () => {
    const desk = await openSession()
    desk.bank.answerBatch = () => lost as never
    await release(desk, await approvedBatch(desk), 'outcome-unknown')
    expect(desk.bank.sent).toHaveLength(1)
    expect(desk.followed).toEqual(['o1'])
    const binding = (await rowOf(desk)).binding ?? ''
    expect(codeOf(await as(desk, 'mara')('release', { id: 'o1', approvalHash: binding }))).toBe(
      'order-state',
    )
    expect(desk.bank.sent).toHaveLength(1)
    expect((await entriesIn(desk)).map(({ verdict }) => verdict)).toEqual([null, null, null])
  })

  it('a rejected batch has failed, and its entries say so', async () => {
    const desk = await openSession()
    desk.bank.answerBatch = (body) => originated(body, {}, 'rejected')
    await release(desk, await approvedBatch(desk), 'rejected')
    expect((await rowOf(desk)).standing).toBe('failed')
    expect((await entriesIn(desk)).every(({ verdict }) => verdict === 'rejected')).toBe(true)
  })

  it('a refused request says nothing of entries, and waits for a person', async () => {
    const desk = await openSession()
    desk.bank.answerBatch = () => refused() as never
    await release(desk, await approvedBatch(desk), 'approved')
    expect((await rowOf(desk)).not_sent).toContain('400')
    expect((await entriesIn(desk)).every(({ verdict }) => verdict === null)).toBe(true)
  })

  it('bank note 86: keeps the first trace number of an entry, and calls a second one unclear', async () => {
    const desk = await openSession()
    desk.bank.answerBatch = (body) => {
      const whole = originated(body)
      const { answer } = whole as unknown as { answer: { reading: { details: object[] } } }
      answer.reading.details.push({ ...answer.reading.details[0], traceNumber: '999' })
      return whole
    }
    await release(desk, await approvedBatch(desk), 'accepted')
    expect((await entriesIn(desk))[0]).toMatchObject({
      verdict: 'unclear',
      trace_number: '550010010000001',
    })
  })

  it('keeps answer and end in one transaction: without room for the one there is neither', async () => {
    const desk = await openSession()
    const binding = await approvedBatch(desk)
    desk.failing.add('order.ended')
    await release(desk, binding, 'sending')
    expect((await batchIn(desk)).bank_status).toBeNull()
    desk.failing.clear()
    await until(desk, 'accepted')
    expect((await batchIn(desk)).bank_status).toBe('accepted')
    expect(await actsOf(desk)).toContain('order.ended system')
  })
})

describe('settings that changed', () => {
  const changed = (desk: SendingDesk) => {
    desk.ach = { ...desk.ach, settings: { ...desk.ach.settings, amountUnit: 'cents' } }
  }

  it('bank note 88: a batch that was written by other terms is not released', async () => {
    const desk = await openSession()
    const binding = await approvedBatch(desk)
    changed(desk)
    expect(codeOf(await as(desk, 'mara')('release', { id: 'o1', approvalHash: binding }))).toBe(
      'terms-changed',
    )
    expect(desk.bank.sent).toEqual([])
  })

  it('bank note 81: nor does it leave where they changed while it waited', async () => {
    const desk = await openSession()
    const binding = await approvedBatch(desk)
    desk.bank.before = () => {
      changed(desk)
      return Promise.resolve()
    }
    await as(desk, 'mara')('release', { id: 'o1', approvalHash: binding })
    await until(desk, 'approved')
    expect((await rowOf(desk)).not_sent).toContain('ACH origination settings changed')
    expect(desk.bank.sent).toEqual([])
  })

  it('more entries in a call change no body', async () => {
    const desk = await openSession()
    const binding = await approvedBatch(desk)
    desk.ach = { ...desk.ach, settings: { ...desk.ach.settings, mostEntries: 5 } }
    await release(desk, binding, 'accepted')
  })

  it.each(['submit', 'release'] as const)(
    'bank note 81: production does not %s before its unit was confirmed',
    async (verb) => {
      const desk = await openSession()
      const binding = verb === 'release' ? await approvedBatch(desk) : ''
      if (verb === 'submit') await batchDraft(desk)
      desk.ach = { ...desk.ach, isLocked: true }
      const answer = await as(desk, 'mara')(verb, { id: 'o1', approvalHash: binding })
      expect(answer).toMatchObject({ error: { code: 'unit-not-confirmed', why: 'never' } })
      expect(desk.bank.sent).toEqual([])
    },
  )
})

describe('a batch whose entry follows another', () => {
  const change = (desk: SendingDesk, work: Parameters<SendingDesk['store']['record']>[1]) =>
    desk.store.record({ actor: 'test', kind: 'test.set', subject: 'o2', detail: {} }, work)
  const turned = (desk: SendingDesk, returned_at: string | null) =>
    change(desk, (tx) =>
      tx.updateTable('batch_entries').set({ returned_at }).where('id', '=', uuidOf(1)).execute(),
    )
  const follow = async (desk: SendingDesk, as: 'reversal_of' | 'reentry_of', id = 'o2') => {
    await batchDraft(desk, {
      id,
      uuid: id.replace('o', 'd').padStart(32, 'd'),
      entries: [entry(id === 'o2' ? 9 : 8)],
    })
    await change(desk, async (tx) => {
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
  const approve = async (desk: SendingDesk) => {
    expect(codeOf(await as(desk, 'mara')('submit', { id: 'o2' }))).toBeUndefined()
    const binding = (await rowOf(desk, 'o2')).binding ?? ''
    expect(
      codeOf(await as(desk, 'theo')('approve', { id: 'o2', approvalHash: binding })),
    ).toBeUndefined()
    return binding
  }
  const back = '2026-11-24T12:00:00.000Z'
  const opened = async () => {
    const desk = await openSession()
    await release(desk, await approvedBatch(desk, { entries: [entry(1)] }), 'accepted')
    desk.bank.sent.length = 0
    return desk
  }
  const kinds = [
    ['reversal_of', null, back, 'not reversed'],
    ['reentry_of', back, null, 'Only returned or rejected'],
  ] as const

  it.each(kinds)(
    'as %s is neither submitted nor released once that one stands otherwise',
    async (as_, fit, unfit, words) => {
      const desk = await opened()
      await turned(desk, fit)
      await follow(desk, as_)
      await turned(desk, unfit)
      const refused = {
        error: {
          code: 'invalid-input',
          fields: [{ path: 'entryIds', message: expect.stringContaining(words) as string }],
        },
      }
      expect(await as(desk, 'mara')('submit', { id: 'o2' })).toMatchObject(refused)
      expect(await stateOf(desk, 'o2')).toBe('draft')
      await turned(desk, fit)
      const binding = await approve(desk)
      await turned(desk, unfit)
      expect(await as(desk, 'mara')('release', { id: 'o2', approvalHash: binding })).toMatchObject(
        refused,
      )
      expect(await stateOf(desk, 'o2')).toBe('approved')
      expect(desk.bank.sent).toEqual([])
    },
  )

  it.each(kinds)('as %s does not leave once that one stands otherwise', async (as_, fit, unfit) => {
    const desk = await opened()
    await turned(desk, fit)
    await follow(desk, as_)
    const binding = await approve(desk)
    desk.bank.before = async () => {
      await turned(desk, unfit)
    }
    await as(desk, 'mara')('release', { id: 'o2', approvalHash: binding })
    await until(desk, 'approved', 'o2')
    expect((await rowOf(desk, 'o2')).not_sent).toContain('an original entry changed')
    expect(desk.bank.sent).toEqual([])
  })

  it('does not go beside one of the other kind', async () => {
    const desk = await opened()
    await follow(desk, 'reversal_of')
    await follow(desk, 'reentry_of', 'o3')
    expect(await as(desk, 'mara')('submit', { id: 'o2' })).toMatchObject({
      error: { code: 'invalid-input', fields: [{ path: 'entryIds' }] },
    })
    await turned(desk, back)
    expect(await as(desk, 'mara')('submit', { id: 'o3' })).toMatchObject({
      error: { code: 'invalid-input', fields: [{ path: 'entryIds' }] },
    })
  })
})
