/**
 * The references of sent orders are also stored beside the store, so a store that is replaced by a
 * copy sends nothing again.
 */
import { readFileSync } from 'node:fs'
import { appendFile, copyFile, rm } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { readOutcomeEvidence } from '../../../main/money/order/approval/approval-hash.ts'
import {
  accepted,
  approvedOrder,
  as,
  inquire,
  lost,
  openSession,
  refusalsOf,
  release,
  rowOf,
  stateOf,
  until,
} from './order/support/sending-session.ts'
import { sha256Of } from '../../../main/platform/sha256.ts'
import { describeInFile } from '../store/stores.ts'

const journal = { ok: false, error: { code: 'integrity-broken', what: 'journal' } }
const sentFile = (file: string): string => `${file}.sent`
const createdActs = async ({ store }: Awaited<ReturnType<typeof openSession>>) =>
  store.read
    .selectFrom('audit_entries')
    .select(['kind', 'detail'])
    .where('kind', '=', 'orders.sent-file-created')
    .execute()

/** Replaces the store with a copy, and opens it. */
async function restored(file: string): Promise<ReturnType<typeof openSession>> {
  await copyFile(`${file}-copy`, file)
  for (const more of ['-wal', '-shm']) await rm(file + more, { force: true })
  return openSession({ file })
}

describeInFile('a store that was restored from a copy', () => {
  it('releases nothing that was sent since: one sending at the bank, and the refusal is stored', async () => {
    const first = await openSession()
    const { file } = first
    const reviewedHash = await approvedOrder(first)
    await first.store.close()
    await copyFile(file, `${file}-copy`)
    const second = await openSession({ file })
    await release(second, reviewedHash, 'accepted')
    await second.store.close()
    const third = await restored(file)
    expect(await stateOf(third)).toBe('approved')
    expect(await as(third, 'mara')('release', { id: 'o1', approvalHash: reviewedHash })).toEqual(
      journal,
    )
    expect(await refusalsOf(third)).toEqual([
      { actor: 'mara', act: 'release', code: 'integrity-broken', what: 'journal' },
    ])
    expect([...second.bank.sent, ...third.bank.sent]).toHaveLength(1)
    expect(await stateOf(third)).toBe('approved')
  })

  it('confirms no resend that was made since', async () => {
    const first = await openSession()
    const { file } = first
    first.bank.answer = () => lost
    await release(first, await approvedOrder(first), 'outcome-unknown')
    await inquire(first)
    const evidence = await readOutcomeEvidence(first.store.read, await rowOf(first))
    await as(first, 'mara')('proposeResend', { id: 'o1', evidence, reason: 'not found' })
    await first.store.close()
    await copyFile(file, `${file}-copy`)
    const second = await openSession({ file })
    second.bank.answer = () => accepted('T2')
    expect(await as(second, 'theo')('confirmResend', { id: 'o1', evidence })).toMatchObject({
      ok: true,
    })
    await until(second, 'accepted')
    await second.store.close()
    const third = await restored(file)
    expect(await as(third, 'theo')('confirmResend', { id: 'o1', evidence })).toEqual(journal)
    expect([...first.bank.sent, ...second.bank.sent, ...third.bank.sent]).toHaveLength(2)
  })
})

describe('the file of what was sent', () => {
  it('holds the hash of the reference before the first byte, and nothing else of the payment', async () => {
    const session = await openSession()
    const reviewedHash = await approvedOrder(session)
    const { reference } = await rowOf(session)
    let atFirstByte = ''
    session.bank.answer = () => {
      atFirstByte = readFileSync(sentFile(session.file), 'utf8')
      return accepted()
    }
    await release(session, reviewedHash, 'accepted')
    expect(atFirstByte).toBe(`${sha256Of(reference)} 1\n`)
  })

  it('sends nothing where it cannot be written', async () => {
    const session = await openSession()
    const reviewedHash = await approvedOrder(session)
    await rm(sentFile(session.file))
    await as(session, 'mara')('release', { id: 'o1', approvalHash: reviewedHash })
    await until(session, 'approved')
    expect(session.bank.sent).toEqual([])
    expect((await rowOf(session)).not_sent).toBe(
      'Its sending could not be recorded. Nothing was sent',
    )
  })

  it('is rebuilt from the store where it is missing, which is recorded', async () => {
    const first = await openSession()
    const { file } = first
    await release(first, await approvedOrder(first), 'accepted')
    const { reference } = await rowOf(first)
    await first.store.close()
    await rm(sentFile(file))
    const second = await openSession({ file })
    expect(second.context.sent.lastAttempt(reference)).toBe(1)
    expect((await createdActs(second)).map(({ detail }) => detail)).toEqual(['{"references":1}'])
  })

  it('tolerates a torn last line, and writes the next on a line of its own', async () => {
    const first = await openSession()
    const { file } = first
    await appendFile(sentFile(file), 'a'.repeat(30))
    await first.store.close()
    const second = await openSession({ file })
    await release(second, await approvedOrder(second), 'accepted')
    const { reference } = await rowOf(second)
    await second.store.close()
    const third = await openSession({ file })
    expect(third.context.sent.lastAttempt(reference)).toBe(1)
    expect(await createdActs(third)).toEqual([])
  })
})
