/**
 * Promise P1 across a restore: an order sent after the backup is never sent again, by any channel,
 * with or without the file of sent orders.
 */
import { copyFile, rm } from 'node:fs/promises'
import { describe, expect, it, vi } from 'vitest'
import { applyRestore } from '../../../../main/workplace/apply-restore.ts'
import { readOutcomeEvidence } from '../../../../main/money/order/approval/approval-hash.ts'
import { brokenApproval } from '../../../../main/money/order/approval/integrity.ts'
import { approvalsOf, attemptsOf } from '../../../../main/money/order/order-records.ts'
import { restoreConfirmed } from '../../../../main/profile/restore-hold.ts'
import { genesis, verifyChain } from '../../../../main/store/hash-chain.ts'
import {
  accepted,
  actsOf,
  approvedOrder,
  as,
  codeOf,
  draft,
  inquire,
  lost,
  openSession,
  people,
  release,
  rowOf,
  stateOf,
  until,
  type Person,
  type SendingSession,
} from '../../money/order/support/sending-session.ts'
import { describeInFile } from '../../store/stores.ts'

const backupAt = '2026-11-23T13:30:00.000Z'
const restoredAt = '2026-11-23T14:10:00.000Z'
const sentFile = (file: string): string => `${file}.sent`

/** Closes the session and copies its store as a backup would. */
async function backedUp({ store, file }: SendingSession): Promise<string> {
  await store.close()
  await copyFile(file, `${file}-backup`)
  return file
}

/** Prepares the backup and replaces the store with it; the clock is ten minutes later. */
async function restored(file: string, isSentFileThere: boolean): Promise<SendingSession> {
  await copyFile(`${file}-backup`, file)
  for (const more of ['-wal', '-shm']) await rm(file + more, { force: true })
  const between = await openSession({ file })
  await between.store.work(applyRestore, {
    at: restoredAt,
    actor: 'account',
    reason: 'the disk broke',
    backupAt,
    backupHead: genesis,
    replacedHead: null,
    gapId: 'gap-1',
  })
  await between.store.close()
  if (!isSentFileThere) await rm(sentFile(file), { force: true })
  const session = await openSession({ file })
  session.pass(10 * 60_000)
  return session
}

/**
 * Calls every channel that could lead to a sending, by every operator, repeatedly; refusals are
 * ignored.
 */
async function tryEverything(
  session: SendingSession,
  id = 'o1',
  isAcknowledging = false,
): Promise<void> {
  for (let round = 0; round < 3; round += 1) {
    for (const who of Object.keys(people) as Person[]) {
      const row = await rowOf(session, id)
      const reviewedHash = row.approval_hash ?? ''
      const evidence = await readOutcomeEvidence(session.store.read, row)
      const did = as(session, who)
      if (isAcknowledging) await did('acknowledgeRestore', { id, reason: 'nothing at the bank' })
      await did('submit', { id })
      await did('approve', { id, approvalHash: reviewedHash })
      await did('release', { id, approvalHash: reviewedHash })
      await did('confirmResend', { id, evidence })
      await did('proposeResend', { id, evidence, reason: 'again' })
      await did('returnToDraft', { id })
      await did('takeBack', { id })
    }
  }
  await vi.waitFor(async () =>
    expect(['queued', 'sending']).not.toContain(await stateOf(session, id)),
  )
}

/** The state at the backup, and the steps after it until the order was at the bank. */
const cases = {
  async draft(session: SendingSession) {
    await draft(session)
    return async (after: SendingSession) => {
      await as(after, 'mara')('submit', { id: 'o1' })
      const reviewedHash = (await rowOf(after)).approval_hash ?? ''
      await as(after, 'theo')('approve', { id: 'o1', approvalHash: reviewedHash })
      await release(after, reviewedHash, 'accepted')
    }
  },
  async 'awaiting approval'(session: SendingSession) {
    await draft(session)
    await as(session, 'mara')('submit', { id: 'o1' })
    return async (after: SendingSession) => {
      const reviewedHash = (await rowOf(after)).approval_hash ?? ''
      await as(after, 'theo')('approve', { id: 'o1', approvalHash: reviewedHash })
      await release(after, reviewedHash, 'accepted')
    }
  },
  async approved(session: SendingSession) {
    const reviewedHash = await approvedOrder(session)
    return (after: SendingSession) => release(after, reviewedHash, 'accepted')
  },
  async 'of unknown outcome, its resend proposed'(session: SendingSession) {
    session.bank.answer = () => lost
    await release(session, await approvedOrder(session), 'outcome-unknown')
    session.pass(6 * 60_000)
    await inquire(session)
    const evidence = await readOutcomeEvidence(session.store.read, await rowOf(session))
    await as(session, 'mara')('proposeResend', { id: 'o1', evidence, reason: 'not found' })
    return async (after: SendingSession) => {
      after.pass(6 * 60_000)
      after.bank.answer = () => accepted('T2')
      expect(codeOf(await as(after, 'theo')('confirmResend', { id: 'o1', evidence }))).toBe(
        undefined,
      )
      await until(after, 'accepted')
    }
  },
}

describeInFile('an order that was sent after the backup', () => {
  for (const isSentFileThere of [true, false]) {
    const file = isSentFileThere ? 'with' : 'without'
    it.each(Object.entries(cases))(
      `that had it as %s is sent by no method again, ${file} the file of what was sent`,
      async (_state, prepare) => {
        const first = await openSession()
        const goOn = await prepare(first)
        const path = await backedUp(first)
        const second = await openSession({ file: path })
        await goOn(second)
        expect(second.bank.sent).toHaveLength(1)
        await second.store.close()
        const third = await restored(path, isSentFileThere)
        await third.sending.recover()
        await tryEverything(third)
        expect(third.bank.sent).toEqual([])
      },
    )
  }

  it.each(Object.entries(cases))(
    'and that was %s is sent by nobody even after a status inquiry that finds nothing, where the file reports it',
    async (_state, prepare) => {
      const first = await openSession()
      const goOn = await prepare(first)
      const path = await backedUp(first)
      const second = await openSession({ file: path })
      await goOn(second)
      await second.store.close()
      const third = await restored(path, true)
      third.pass(6 * 60_000)
      if ((await stateOf(third)) === 'outcome-unknown') await inquire(third)
      await tryEverything(third, 'o1', true)
      expect(third.bank.sent).toEqual([])
      const refused = await third.store.read
        .selectFrom('audit_entries')
        .select('detail')
        .where('kind', '=', 'order.refused')
        .where('detail', 'like', '%"what":"journal"%')
        .execute()
      expect(refused.length).toBeGreaterThan(0)
    },
  )
})

describe('an order that was not sent after the backup', () => {
  it('and was approved needs a status inquiry after the restore and two people, and is sent once', async () => {
    const first = await openSession()
    await approvedOrder(first)
    const session = await restored(await backedUp(first), true)
    expect(await stateOf(session)).toBe('outcome-unknown')
    expect(
      (await attemptsOf(session.store.read, 'o1')).map(
        ({ is_restore_marker }) => is_restore_marker,
      ),
    ).toEqual([1])
    session.policy = { ...session.policy, inquiryAfterMinutes: 5 }
    const evidence = async () => readOutcomeEvidence(session.store.read, await rowOf(session))
    const propose = async (who: Person) =>
      codeOf(
        await as(session, who)('proposeResend', {
          id: 'o1',
          evidence: await evidence(),
          reason: 'the bank has nothing',
        }),
      )
    expect(await propose('mara')).toBe('inquiry-first')
    await inquire(session)
    // Too soon after the restore: an order sent a moment before it is not found yet.
    expect(await propose('mara')).toBe('inquiry-first')
    session.pass(6 * 60_000)
    await inquire(session)
    expect(await propose('mara')).toBeUndefined()
    const confirm = { id: 'o1', evidence: await evidence() }
    expect(codeOf(await as(session, 'ada')('confirmResend', confirm))).toBe('restore-unconfirmed')
    await session.store.note(restoreConfirmed('ada'))
    expect(codeOf(await as(session, 'ada')('confirmResend', confirm))).toBeUndefined()
    await until(session, 'accepted')
    expect(session.bank.sent).toHaveLength(1)
    const attempts = await attemptsOf(session.store.read, 'o1')
    expect(
      attempts.map(({ seq, outcome, is_restore_marker }) => [seq, outcome, is_restore_marker]),
    ).toEqual([
      [1, 'interrupted', 1],
      [2, 'accepted', 0],
    ])
    expect(
      await brokenApproval(session.store.read, await rowOf(session), session.context),
    ).toBeNull()
  })

  it('and waited for approval is a draft without approvals, which a second person acknowledges first', async () => {
    const first = await openSession()
    first.policy = { ...first.policy, approvals: [{ from: 0, approvals: 2, approvers: null }] }
    await draft(first)
    await as(first, 'mara')('submit', { id: 'o1' })
    await as(first, 'theo')('approve', {
      id: 'o1',
      approvalHash: (await rowOf(first)).approval_hash ?? '',
    })
    const session = await restored(await backedUp(first), true)
    expect(await stateOf(session)).toBe('draft')
    const voided = (await approvalsOf(session.store.read, 'o1')).map(
      ({ voided_because }) => voided_because,
    )
    expect(voided).toEqual(['The store was restored from a backup'])
    expect(codeOf(await as(session, 'mara')('submit', { id: 'o1' }))).toBe('order-state')
    const acknowledgment = { id: 'o1', reason: 'nothing at the bank' }
    expect(codeOf(await as(session, 'mara')('acknowledgeRestore', acknowledgment))).toBe('own-work')
    expect(codeOf(await as(session, 'theo')('acknowledgeRestore', acknowledgment))).toBeUndefined()
    expect(codeOf(await as(session, 'theo')('acknowledgeRestore', acknowledgment))).toBe(
      'order-state',
    )
    expect(codeOf(await as(session, 'mara')('submit', { id: 'o1' }))).toBeUndefined()
    const { approval_hash: reviewedHash, restored: mark } = await rowOf(session)
    expect(mark).toContain('"by":"theo"')
    expect(
      codeOf(await as(session, 'cleo')('approve', { id: 'o1', approvalHash: reviewedHash ?? '' })),
    ).toBe(undefined)
    // The approval covers the restore mark that the approvers saw: another mark is another order.
    await session.store.record({ actor: 'x', kind: 'x', subject: 'x', detail: {} }, (tx) =>
      tx.updateTable('orders').set({ restored: null }).execute(),
    )
    expect(await brokenApproval(session.store.read, await rowOf(session), session.context)).toBe(
      'body',
    )
  })

  it('is held where its hold is removed from the journal behind the program’s back', async () => {
    const first = await openSession()
    await approvedOrder(first)
    const session = await restored(await backedUp(first), true)
    await session.store.record({ actor: 'x', kind: 'x', subject: 'x', detail: {} }, (tx) =>
      tx.updateTable('order_attempts').set({ is_restore_marker: 0, outcome: 'not-sent' }).execute(),
    )
    expect(await brokenApproval(session.store.read, await rowOf(session), session.context)).toBe(
      'chain',
    )
  })
})

describe('a restore', () => {
  it('is one transaction with its act, its holds and a gap, on a chain that continues from the backup’s end', async () => {
    const first = await openSession()
    await approvedOrder(first)
    await draft(first, 'o2')
    const session = await restored(await backedUp(first), true)
    const entries = await session.store.read
      .selectFrom('audit_entries')
      .selectAll()
      .orderBy('seq')
      .execute()
    expect(verifyChain(entries, genesis)).toMatchObject({ ok: true })
    const act = entries.find(({ kind }) => kind === 'store.restored')
    expect(JSON.parse(act?.detail ?? '')).toEqual({
      reason: 'the disk broke',
      backupAt,
      unknownOutcomes: 1,
      drafts: 1,
      backupHead: genesis,
      replacedHead: null,
    })
    expect(await actsOf(session, 'o1')).toContain('order.restored system')
    const gaps = await session.store.read.selectFrom('alert_gaps').selectAll().execute()
    expect(gaps).toMatchObject([
      { cause: 'restored', from_at: backupAt, until_at: restoredAt, state: 'waiting' },
    ])
  })
})
