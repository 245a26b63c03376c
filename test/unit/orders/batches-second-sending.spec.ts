/** Out of a doubt about a batch by two people: never once the bank has told of one of its entries (promise P1; trap 86). */
import { expect, it } from 'vitest'
import { readDoubtEvidence } from '../../../main/orders/binding.ts'
import type { EntryRow } from '../../../main/batches/batch-parts.ts'
import { approvedBatch, entriesIn } from './parts/batch-desk.ts'
import {
  as,
  codeOf,
  lookUp,
  lost,
  openDesk,
  release,
  rowOf,
  type Person,
  type SendingDesk,
} from './parts/sending-desk.ts'

const dayMs = 86_400_000

/** Sent once, in doubt, and found by neither way after the day on which the bank collects it. */
async function notFound(): Promise<SendingDesk> {
  const desk = await openDesk()
  desk.bank.answerBatch = () => lost as never
  await release(desk, await approvedBatch(desk), 'outcome-unknown')
  desk.pass(6 * dayMs)
  for (const way of ['addenda', 'list'] as const) {
    await lookUp(desk, 'not-found', 'o1', null, way)
  }
  return desk
}
const decide = async (desk: SendingDesk, who: Person, verb: 'proposeSecond' | 'confirmSecond') =>
  codeOf(
    await as(desk, who)(verb, {
      id: 'o1',
      evidence: await readDoubtEvidence(desk.store.read, await rowOf(desk)),
      ...(verb === 'proposeSecond' && { reason: 'The bank\u2019s desk says that it has nothing' }),
    }),
  )
const change = async (desk: SendingDesk, set: Partial<EntryRow>) => {
  const [first] = await entriesIn(desk)
  const act = { actor: 'system', kind: 'batch.addenda-told', subject: 'o1', detail: {} }
  await desk.store.record(act, (tx) =>
    tx
      .updateTable('batch_entries')
      .set(set)
      .where('id', '=', first?.id ?? '')
      .execute(),
  )
}

it('is asked for where both ways find nothing', async () => {
  expect(await decide(await notFound(), 'mara', 'proposeSecond')).toBeUndefined()
})

it.each([
  ['the status of its addenda has numbered an entry', { trace_number: '091000010000001' }],
  ['a row of the account was its own', { par_number: '77' }],
  ['an alert told of an entry', { standing: 'collected' }],
  ['a notification of change told of one', { changed_at: '2026-11-25T12:00:00.000Z' }],
] as const)('is neither asked for nor confirmed where %s since then', async (_what, set) => {
  const desk = await notFound()
  expect(await decide(desk, 'mara', 'proposeSecond')).toBeUndefined()
  await change(desk, set)
  expect(await decide(desk, 'theo', 'confirmSecond')).toBe('known-at-bank')
  expect(await decide(desk, 'mara', 'proposeSecond')).toBe('known-at-bank')
  expect(desk.bank.sent).toHaveLength(1)
  expect((await rowOf(desk)).state).toBe('outcome-unknown')
})
