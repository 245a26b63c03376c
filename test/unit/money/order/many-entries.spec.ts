/**
 * Ten thousand entries to the same accounts: a payroll of one account with many postings, or a
 * wrong file. The cost of each may not grow with the number of similar ones. A test here ends, or
 * runs out of time.
 */
import { describe, expect, it } from 'vitest'
import { duplicateEntries } from '../../../../main/money/batch/drafts/duplicate-checks.ts'
import { defaultPolicy } from '../../../../preload/contract/domain/operators/policy.ts'
import { batchDraft, entry, uuidOf } from './support/batch-session.ts'
import { readingOf } from './support/reading-session.ts'
import {
  as,
  codeOf,
  openSession,
  release,
  rowOf,
  type SendingSession,
} from './support/sending-session.ts'

const many = 10_000
const uuid = (letter: string): string => letter.repeat(32)
/** So many entries on two accounts, from this number on. */
const onTwoAccounts = (from: number) =>
  Array.from({ length: many }, (_, at) =>
    entry(from + at, {
      accountNumber: at % 2 === 0 ? '77001' : '77002',
      amount: `${String(at + 1)}.00`,
    }),
  )
/** So many entries that differ only by their ids. */
const identical = (from: number) =>
  Array.from({ length: many }, (_, at) =>
    entry(from + at, { accountNumber: '77001', amount: '5.00', receiverName: 'Ann Alder' }),
  )

async function accept(session: SendingSession, id: string): Promise<void> {
  expect(codeOf(await as(session, 'mara')('submit', { id }))).toBeUndefined()
  const reviewedHash = (await rowOf(session, id)).approval_hash ?? ''
  expect(
    codeOf(await as(session, 'theo')('approve', { id, approvalHash: reviewedHash })),
  ).toBeUndefined()
  await release(session, reviewedHash, 'accepted', id)
}

/** A check of one of these accounts, under this name. */
const checkOf = (session: SendingSession, account: string, name: string, number: number) =>
  session.store.record({ actor: 'mara', kind: 'x', subject: 'x', detail: {} }, (tx) =>
    tx
      .insertInto('validations')
      .values({
        id: `v${String(number)}`,
        at: '2026-11-23T12:00:00.000Z',
        actor: 'mara',
        api_version: 'v1',
        routing_number: '550010016',
        owner_kind: 'person',
        owner_name: name,
        account_number: account,
        account_significant: account,
        fields_sent: '[]',
        ssn_digits: null,
        user_defined: null,
        score: null,
        outcome: '{}',
        result_class: 'owner-matches',
        bank_call_id: null,
        search_text: '',
      })
      .execute(),
  )

describe.each([
  ['on two accounts', onTwoAccounts, { duplicatesWithin: 0, earlierDuplicates: many }],
  ['that are all the same', identical, { duplicatesWithin: many, earlierDuplicates: many }],
] as const)('ten thousand entries %s', (_, created, counts) => {
  it('are viewed, submitted and reported as duplicates of earlier ones', async () => {
    const session = await openSession()
    await batchDraft(session, { id: 'o1', uuid: uuid('c'), entries: created(1) })
    const first = await readingOf(session).get('mara', 'o1')
    expect(first.batch).toMatchObject({ ...counts, earlierDuplicates: 0, firstPayments: many })
    await accept(session, 'o1')
    await batchDraft(session, { id: 'o2', uuid: uuid('d'), entries: created(100_001) })
    const { batch } = await readingOf(session).get('mara', 'o2')
    expect(batch).toMatchObject({ ...counts, firstPayments: 0 })
    expect(codeOf(await as(session, 'mara')('submit', { id: 'o2' }))).toBeUndefined()
  })

  it('are found as duplicates of the newest earlier ones, and of each other', async () => {
    const session = await openSession()
    await batchDraft(session, { id: 'o1', uuid: uuid('c'), entries: created(1) })
    expect(codeOf(await as(session, 'mara')('submit', { id: 'o1' }))).toBeUndefined()
    await batchDraft(session, { id: 'o2', uuid: uuid('d'), entries: created(100_001) })
    const found = await duplicateEntries(session.context, 'o2')
    expect(found).toHaveLength(counts.duplicatesWithin + counts.earlierDuplicates)
    expect(found.find(({ duplicateOf }) => duplicateOf.where === 'batch')).toMatchObject({
      entryId: uuidOf(100_001),
      duplicateOf: { orderId: 'o1', reference: uuid('c') },
    })
  })

  it('each require a check of their own name', async () => {
    const session = await openSession()
    session.policy = { ...defaultPolicy, ownership: { from: 0, maxAgeHours: 24 } }
    await batchDraft(session, { id: 'o1', entries: created(1) })
    for (let at = 0; at < 300; at += 1)
      await checkOf(session, '77001', `Somebody Else ${String(at)}`, at)
    const { evidence } = readingOf(session)
    expect(await evidence.missing(await rowOf(session))).toEqual(['ownership'])
  })
})

it('an entry that presents another again duplicates its original until that came back, and a second one then', async () => {
  const session = await openSession()
  const same = { accountNumber: '77001', amount: '5.00' }
  await batchDraft(session, { id: 'o1', uuid: uuid('c'), entries: [entry(1, same)] })
  await accept(session, 'o1')
  await batchDraft(session, { id: 'o2', uuid: uuid('d'), entries: [entry(2, same)] })
  const change = (id: string, columns: { follows_entry?: string; returned_at?: string }) =>
    session.store.record({ actor: 'mara', kind: 'x', subject: 'o2', detail: {} }, (tx) =>
      tx.updateTable('batch_entries').set(columns).where('id', '=', id).execute(),
    )
  await change(uuidOf(2), { follows_entry: uuidOf(1) })
  const like = async () => {
    const { batch } = await readingOf(session).get('mara', 'o2')
    const found = await duplicateEntries(session.context, 'o2')
    return [batch?.earlierDuplicates, found.length]
  }
  // An entry that was not returned was paid: a person who presents it again is warned.
  expect(await like()).toEqual([1, 1])
  await change(uuidOf(1), { returned_at: '2026-11-23T10:00:00.000Z' })
  expect(await like()).toEqual([0, 0])
  await batchDraft(session, { id: 'o3', uuid: uuid('e'), entries: [entry(3, same)] })
  expect(codeOf(await as(session, 'mara')('submit', { id: 'o3' }))).toBeUndefined()
  expect(await like()).toEqual([1, 1])
})
